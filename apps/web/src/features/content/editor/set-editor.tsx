import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { DraftArea, DraftCheck, DraftNumber, DraftText, ListFault } from './draft-fields.tsx'
import { partEdit } from '#features/content/saving/draft-edits.ts'
import { WHOLE_SET } from '#features/content/saving/draft-state.ts'
import { EditorHead, EditorTabs, Section } from './editor-parts.tsx'
import { useField } from './field-places.ts'
import { ScaleMenu } from './scale-menu.tsx'

const OF_SET = { place: WHOLE_SET }

export function SetEditor() {
  return (
    <>
      <SetHead />
      <div className="space-y-5">
        <DraftText {...OF_SET} field="title" label="Title" />
        <DraftArea {...OF_SET} field="description" label="Description" isOptional rows={3} />
        <ListFault {...OF_SET} field="elements" />
        <Section title="Purpose">
          <div className="flex flex-wrap gap-x-8">
            <DraftCheck {...OF_SET} field="offers_self_assessment" label="Self-assessment" />
            <DraftCheck {...OF_SET} field="offers_certification" label="Certification" />
          </div>
          <ListFault {...OF_SET} field="offers_self_assessment" />
          <div className="mt-3 grid max-w-md gap-4 sm:grid-cols-2">
            <DraftNumber {...OF_SET} field="year_from" label="First year" />
            <DraftNumber {...OF_SET} field="year_to" label="Last year" isOptional />
          </div>
        </Section>
        <ScaleLevels />
        <Section title="Origin">
          <div className="grid gap-4 sm:grid-cols-3">
            <DraftText {...OF_SET} field="source" label="Source" isOptional />
            <DraftText {...OF_SET} field="licence" label="Licence" isOptional />
            <DraftText {...OF_SET} field="language" label="Language" isOptional />
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
      <EditorHead title={title || 'Untitled'} />
      <EditorTabs
        label="Parts of the set"
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
      <ListFault {...OF_SET} field="scale" />
      {scale.length > 0 && (
        <ol className="mb-2 space-y-2">
          {scale.map((_, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the position is the only key
            <li key={index} className="flex items-start gap-2">
              <Level index={index} />
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
      {canEdit && scale.length < 10 && (
        <Button
          variant="ghost"
          icon={<Plus />}
          className="-ml-3 text-primary-text"
          onClick={() => set([...scale, ''])}
        >
          Add level
        </Button>
      )}
    </Section>
  )
}

function Level({ index }: { index: number }) {
  const { value, error, id, isReadOnly, change } = useField(WHOLE_SET, `scale.${index}`)
  return (
    <TextField
      id={id}
      label={`Level ${index + 1}`}
      isLabelHidden
      dir="auto"
      error={error}
      readOnly={isReadOnly}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => change(target.value)}
      fieldClassName="max-w-sm flex-1"
    />
  )
}
