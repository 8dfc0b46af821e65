import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ContentSetDetails } from 'contract/content-sets'
import { FileDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { hasCode } from '#core/api-error.ts'
import { api } from '#core/api.ts'
import { useDownload } from '#support/use-download.ts'
import { Actions } from './page/report-actions.tsx'
import { Profile } from './profile/report-charts.tsx'
import { StandaloneElements } from './elements/report-elements.tsx'
import type { ReportSearch } from '#features/reports/report-search.ts'
import { InReportLanguage } from '#features/reports/report-language.tsx'
import { Introduction } from './page/report-introduction.tsx'
import { Next } from './page/report-next.tsx'
import { Figures, Headline } from './page/report-summary.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ContentLanguage } from '#ui/content-text.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { Mark } from '#ui/marks.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

interface Levels {
  current: number
  future: number
}

const DEBOUNCE_MS = 250

interface LevelsFieldProps {
  levels: Levels
  /** Level names, lowest first; empty for percent. */
  scale: readonly string[]
  onChange: (levels: Levels) => void
}

interface LevelProps {
  kind: 'current' | 'future'
  value: number
  scale: readonly string[]
  onChange: (value: number) => void
}

interface ReportPreviewProps {
  set: ContentSetDetails
  levels: Levels
  onLevels: (levels: Levels) => void
}

export function ReportPreview({ set, levels, onLevels }: ReportPreviewProps) {
  return (
    <>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-y py-4">
        <ContentLanguage of={set.head.language}>
          <LevelsField levels={levels} scale={set.head.scale} onChange={onLevels} />
        </ContentLanguage>
        <PdfButton id={set.id} levels={levels} />
      </div>
      <Preview set={set} levels={levels} />
    </>
  )
}

function PdfButton({ id, levels }: { id: number; levels: Levels }) {
  const download = useDownload((init) =>
    api.editions.previewPdf.call({ params: { id }, query: asQuery(levels) }, init),
  )
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
  const change = (choice: ReportSearch) => setSearch((before) => ({ ...before, ...choice }))
  const query = useQuery({
    ...api.editions.preview.query({ params: { id: set.id }, query: asQuery(levels) }),
    // A draft can change at any time.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { data, error, isFetching } = query
  if (hasCode(error, 'content-incomplete')) {
    return (
      <Alert variant="warning" title="There is no report yet.">
        This draft is incomplete. Open it in the builder to see what to fix.
      </Alert>
    )
  }
  if (error) {
    return (
      <QueryError query={query} title="The preview could not be created">
        The content set hasn’t changed.
      </QueryError>
    )
  }
  if (!data) return <SkeletonRows label="Creating the preview" />
  return (
    <article aria-label="Report preview" aria-busy={isFetching}>
      <InReportLanguage snapshot={data} className="space-y-10">
        <div>
          <Headline snapshot={data} />
          <Figures snapshot={data} earlier={undefined} />
        </div>
        <Next snapshot={data} onShowRoute={() => change({ actions: 'path' })} />
        <Introduction snapshot={data} />
        <Profile snapshot={data} view={search.profile} onView={(profile) => change({ profile })} />
        <Actions snapshot={data} search={search} onChange={change} />
        <StandaloneElements snapshot={data} />
      </InReportLanguage>
    </article>
  )
}

function asQuery({ current, future }: Levels) {
  return { current: String(current), future: String(future) }
}

function LevelsField({ levels, scale, onChange }: LevelsFieldProps) {
  const [moved, setMoved] = useState(levels)
  useEffect(() => {
    if (moved.current === levels.current && moved.future === levels.future) return undefined
    const timer = setTimeout(() => onChange(moved), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [moved, levels, onChange])
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-3">
      <Level
        kind="current"
        value={moved.current}
        scale={scale}
        onChange={(current) => setMoved({ current, future: Math.max(current, moved.future) })}
      />
      <Level
        kind="future"
        value={moved.future}
        scale={scale}
        onChange={(future) => setMoved({ future, current: Math.min(future, moved.current) })}
      />
    </div>
  )
}

function Level({ kind, value, scale, onChange }: LevelProps) {
  const words = levelLabel(value, scale)
  return (
    <label className="block w-64 max-w-full text-14">
      <span className="flex items-center gap-1.5 font-medium">
        <Mark kind={kind} size={5} />
        {kind === 'current' ? 'Current' : 'Future'}
        <span aria-hidden="true" className="ml-auto font-normal text-muted-foreground">
          <Sentence titles={scale}>{words}</Sentence>
        </span>
      </span>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={value}
        aria-valuetext={words}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-11 w-full cursor-pointer accent-primary"
      />
    </label>
  )
}

/** "40%, near Developing" */
function levelLabel(value: number, scale: readonly string[]) {
  if (scale.length < 2) return `${value}%`
  const name = scale[Math.round((value / 100) * (scale.length - 1))]
  return `${value}%, near ${name}`
}
