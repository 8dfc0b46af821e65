import { useDraft } from '#features/content/builder-context.ts'
import { DraftArea, DraftCheck, DraftNumber, DraftText, ListFault } from './draft-fields.tsx'
import { EditorHead, EditorTabs, Section } from './editor-parts.tsx'
import { ScaleLevels } from './scale-levels.tsx'
import { AddFirstGroup, SetGroups } from './set-groups.tsx'
import { AddSetResponses, SetResponses } from './set-responses.tsx'

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
        <SetResponses />
        <SetGroups />
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
        <SetOptions />
      </div>
    </>
  )
}

/** What a set doesn't use isn't shown until the author adds it. */
function SetOptions() {
  return (
    <div className="-ml-3 flex flex-wrap gap-x-2 empty:hidden">
      <AddSetResponses />
      <AddFirstGroup />
    </div>
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
