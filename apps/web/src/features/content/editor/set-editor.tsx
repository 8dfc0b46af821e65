import { CONTENT_LIMITS } from 'contract/content-limits'
import { Trash2 } from 'lucide-react'
import { IconButton } from '#ui/button.tsx'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { DraftArea, DraftCheck, DraftNumber, DraftText, ListFault } from './draft-fields.tsx'
import { partEdit } from '#features/content/saving/draft-edits.ts'
import { WHOLE_SET } from '#features/content/saving/draft-state.ts'
import { AddButton, EditorHead, EditorTabs, Section } from './editor-parts.tsx'
import { ScaleMenu } from './scale-menu.tsx'

export function SetEditor() {
  return (
    <>
      <SetHead />
      <div className="space-y-5">
        <DraftText field="title" label="Title" />
        <DraftArea field="description" label="Description" isOptional rows={3} />
        <ListFault field="elements" />
        <Section title="Purpose">
          <div className="flex flex-wrap gap-x-8">
            <DraftCheck field="offers_self_assessment" label="Self-assessment" />
            <DraftCheck field="offers_certification" label="Certification" />
          </div>
          <ListFault field="offers_self_assessment" />
          <div className="mt-3 grid max-w-md gap-4 sm:grid-cols-2">
            <DraftNumber field="year_from" label="First year" />
            <DraftNumber field="year_to" label="Last year" isOptional />
          </div>
        </Section>
        <ScaleLevels />
        <Section title="Origin">
          <div className="grid gap-4 sm:grid-cols-2">
            <DraftText field="source" label="Source" isOptional />
            <DraftText field="language" label="Language" isOptional />
            <DraftArea
              field="licence"
              label="Licence"
              isOptional
              className="field-sizing-content max-h-80 min-h-14"
              fieldClassName="sm:col-span-2"
            />
          </div>
        </Section>
      </div>
    </>
  )
}

export function SetHead() {
  const title = useDraft((state) => state.head.value.title)
  return (
    <>
      <EditorHead title={title} untitled="Untitled" />
      <EditorTabs
        label="Content set sections"
        tabs={[
          { label: 'About this set', view: { kind: 'set' } },
          { label: 'Introduction and certification', view: { kind: 'set-report' } },
        ]}
      />
    </>
  )
}

function ScaleLevels() {
  const { apply, canEdit } = useBuilder()
  const scale = useDraft((state) => state.head.value.scale)
  const set = (next: readonly string[]) =>
    apply((state) => partEdit(state, WHOLE_SET, ['scale'], next))
  return (
    <Section
      title="Levels"
      hint="List the lowest level first. Each statement gets one response per level. Without levels, results are shown as percentages."
      aside={canEdit && <ScaleMenu label="Use a template" onChoose={set} />}
    >
      <ListFault field="scale" />
      {scale.length > 0 && (
        <ol className="mb-2 space-y-2">
          {scale.map((_, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the position is the only key
            <li key={index} className="flex items-start gap-2">
              <DraftText
                field={`scale.${index}`}
                label={`Level ${index + 1}`}
                isLabelHidden
                fieldClassName="max-w-sm flex-1"
              />
              {canEdit && (
                <IconButton
                  label={`Remove level ${index + 1}`}
                  icon={<Trash2 />}
                  onClick={() => set(scale.toSpliced(index, 1))}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {canEdit && scale.length < CONTENT_LIMITS.responsesOfStatement && (
        <AddButton onClick={() => set([...scale, ''])}>Add level</AddButton>
      )}
    </Section>
  )
}
