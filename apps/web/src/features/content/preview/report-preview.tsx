import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { ContentSetDetails } from 'contract/content-sets'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { fetchFile } from '#core/fetch-file.ts'
import { showToast } from '#core/toast.ts'
import { Actions } from '#features/reports/report-actions.tsx'
import { Profile } from '#features/reports/report-charts.tsx'
import { Elements } from '#features/reports/report-elements.tsx'
import type { ReportSearch } from '#features/reports/report-search.ts'
import { Figures, Headline, Introduction } from '#features/reports/report-summary.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { type Levels, LevelsField } from './levels-field.tsx'

interface ReportPreviewProps {
  set: ContentSetDetails
  levels: Levels
  onLevels: (levels: Levels) => void
}

export function ReportPreview({ set, levels, onLevels }: ReportPreviewProps) {
  return (
    <>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-y py-4">
        <LevelsField levels={levels} scale={set.head.scale} onChange={onLevels} />
        <PdfButton id={set.id} levels={levels} />
      </div>
      <Preview set={set} levels={levels} />
    </>
  )
}

function PdfButton({ id, levels }: { id: number; levels: Levels }) {
  const download = useMutation({
    mutationFn: () =>
      fetchFile((init) =>
        api.editions.previewPdf.call({ params: { id }, query: asQuery(levels) }, init),
      ),
    onError: ({ message }) =>
      showToast({
        variant: 'destructive',
        title: 'The PDF could not be made',
        description: message,
      }),
  })
  return (
    <Button
      variant="outline"
      icon={<FileDown />}
      isLoading={download.isPending}
      onClick={() => download.mutate()}
    >
      Download as PDF
    </Button>
  )
}

function Preview({ set, levels }: Omit<ReportPreviewProps, 'onLevels'>) {
  const [search, setSearch] = useState<ReportSearch>({})
  const [open, setOpen] = useState<number[]>([])
  const change = (choice: ReportSearch) => setSearch((before) => ({ ...before, ...choice }))
  const { data, error, refetch, isFetching } = useQuery({
    ...api.editions.preview.query({ params: { id: set.id }, query: asQuery(levels) }),
    // A draft goes on changing.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  if (hasCode(error, 'content-incomplete')) {
    return (
      <Alert variant="warning" title="There is no report yet.">
        Something is still missing in this draft. The builder lists what, with a link to each place.
      </Alert>
    )
  }
  if (error) {
    return (
      <ErrorPanel
        title="The preview could not be made"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        detail={error.message}
      >
        The content set itself is all right.
      </ErrorPanel>
    )
  }
  if (!data) return <SkeletonRows label="Making the preview" />
  return (
    <article aria-label="Report preview" aria-busy={isFetching} className="space-y-10">
      <div>
        <Headline snapshot={data} />
        <Introduction snapshot={data} />
        <Figures snapshot={data} />
      </div>
      <Profile snapshot={data} view={search.profile} onView={(profile) => change({ profile })} />
      <Actions snapshot={data} search={search} onChange={change} />
      <Elements
        snapshot={data}
        open={open}
        onChange={(id, isOpen) =>
          setOpen((before) => [...before.filter((each) => each !== id), ...(isOpen ? [id] : [])])
        }
      />
    </article>
  )
}

function asQuery({ current, future }: Levels) {
  return { current: String(current), future: String(future) }
}
