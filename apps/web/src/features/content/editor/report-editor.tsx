import { DraftMarkdown } from './draft-fields.tsx'
import { WHOLE_SET } from '#features/content/saving/draft-state.ts'
import { CertificationBands, ReportBands } from './bands.tsx'
import { EditorHead, EditorTabs, type EditorActs } from './editor-parts.tsx'
import { ElementHead } from './element-editor.tsx'
import { useDraft } from '#features/content/builder-context.ts'

export function SetReportEditor() {
  const title = useDraft((state) => state.head.value.title)
  return (
    <>
      <EditorHead title={title || 'Untitled'} />
      <EditorTabs
        label="Parts of the set"
        tabs={[
          { label: 'About this set', view: { kind: 'set' } },
          { label: 'Introduction and certification', view: { kind: 'set-report' } },
        ]}
      />
      <div className="space-y-6">
        <DraftMarkdown
          place={WHOLE_SET}
          field="introduction"
          label="Introduction"
          hint="Stands at the beginning of every report"
          isOptional
          rows={8}
        />
        <CertificationBands />
      </div>
    </>
  )
}

export function ElementReportEditor({ elementId, acts }: { elementId: number; acts: EditorActs }) {
  return (
    <>
      <ElementHead elementId={elementId} acts={acts} />
      <ReportBands elementId={elementId} />
    </>
  )
}
