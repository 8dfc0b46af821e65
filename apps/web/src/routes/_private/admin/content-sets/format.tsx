import { createFileRoute } from '@tanstack/react-router'
import type { ExportFormat } from 'contract/content-exports'
import { FileJson2, FileSpreadsheet } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { fetchFile } from '#core/files.ts'
import { failureToast } from '#core/toast.ts'
import { Markdown } from '#support/markdown.tsx'
import { Button } from '#ui/button.tsx'
import { PageHead } from '#ui/page.tsx'
import text from '../../../../../../../docs/content-set.md?raw'

export const Route = createFileRoute('/_private/admin/content-sets/format')({
  head: () => ({ meta: [{ title: TITLE }] }),
  component: FormatPage,
})

const TITLE = 'About the file format'

/** The documentation's page, so that authors without the source can read it. */
function FormatPage() {
  return (
    <div className="max-w-170">
      <PageHead title={TITLE} meta="How to write a content set as a workbook or JSON file" />
      <div className="mb-6 flex flex-wrap gap-3">
        <SampleButton format="xlsx" />
        <SampleButton format="json" />
      </div>
      <Markdown text={withoutTitle(text)} />
    </div>
  )
}

const SAMPLES = {
  xlsx: { Icon: FileSpreadsheet, label: 'Download sample workbook (XLSX)' },
  json: { Icon: FileJson2, label: 'Download sample JSON' },
}

function SampleButton({ format }: { format: ExportFormat }) {
  const { Icon, label } = SAMPLES[format]
  const save = useMutation({
    mutationFn: () =>
      fetchFile((init) => api.contentExports.sample.call({ query: { format } }, init)),
    onError: failureToast('The sample was not downloaded'),
  })
  return (
    <Button
      variant="outline"
      icon={<Icon />}
      isLoading={save.isPending}
      onClick={() => save.mutate()}
    >
      {label}
    </Button>
  )
}

/** The page has a heading of its own. */
function withoutTitle(page: string) {
  return page.replace(/^# .*\n+/, '')
}
