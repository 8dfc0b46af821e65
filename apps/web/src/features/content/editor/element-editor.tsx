import { useShallow } from 'zustand/react/shallow'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import {
  DraftCheck,
  DraftMarkdown,
  DraftNumber,
  DraftText,
  NumberFaults,
  ListFault,
  NotCounted,
} from './draft-fields.tsx'
import { AddButton, EditorHead, EditorTabs, Section, type EditorActions } from './editor-parts.tsx'
import { usePlace } from './field-context.tsx'
import { positionOf, referenceIn, summaryOf } from '#features/content/outline-rows.ts'
import { GroupField } from './group-field.tsx'
import { KeyField } from './key-field.tsx'
import { ResponseScaleMenu } from './scale-menu.tsx'
import { withScale } from './scales.ts'
import { asAnswered, hasSetResponses, partEdit } from '#features/content/saving/draft-edits.ts'
import { useView } from '#features/content/use-view.ts'

interface ElementEditorProps {
  elementId: number
  actions: EditorActions
  onAddStatement: (elementId: number) => void
}

export function ElementEditor({ elementId, actions, onAddStatement }: ElementEditorProps) {
  const position = useDraft((state) => positionOf(state, elementId))
  return (
    <>
      <ElementHead elementId={elementId} actions={actions} />
      <div className="space-y-5">
        <div className="grid gap-4 sm:grid-cols-[1fr_6rem]">
          <DraftText field="title" label="Title" />
          <DraftNumber field="weight" label="Weight" isErrorApart />
          <NumberFaults fields={{ weight: 'Weight' }} className="-mt-2.5 sm:col-span-2" />
          <NotCounted className="-mt-2.5 sm:col-span-2" />
        </div>
        <DraftCheck
          field="required"
          label="Required"
          hint="No report is created until this element is complete"
        />
        <GroupField />
        <KeyField position={position} />
        <DraftMarkdown field="description" label="Description" isOptional />
        <Statements elementId={elementId} onAddStatement={onAddStatement} />
      </div>
    </>
  )
}

export function ElementHead({ elementId, actions }: { elementId: number; actions: EditorActions }) {
  const title = useDraft((state) => summaryOf(state, elementId).title)
  const reference = useDraft((state) => referenceIn(state, elementId))
  return (
    <>
      <EditorHead
        reference={reference}
        title={title}
        untitled="Untitled element"
        what="element"
        actions={actions}
      />
      <EditorTabs
        label="Element sections"
        tabs={[
          { label: 'Element', view: { kind: 'element', elementId } },
          { label: 'Report text', view: { kind: 'element-report', elementId } },
        ]}
      />
    </>
  )
}

function Statements({ elementId, onAddStatement }: Omit<ElementEditorProps, 'actions'>) {
  const { apply, canEdit } = useBuilder()
  const { go } = useView()
  const place = usePlace()
  const statements = useDraft((state) => state.elements[elementId]?.value?.statements)
  const isShared = useDraft(hasSetResponses)
  const references = useDraft(
    useShallow((state) => statements?.map(({ key }) => referenceIn(state, elementId, key))),
  )
  if (!statements) return null

  function applyScale(labels: readonly string[]) {
    apply((state) => {
      const now = state.elements[elementId]?.value?.statements ?? []
      const scaled = now.map((statement) => withScale(asAnswered(state, statement), labels))
      return partEdit(state, place, ['statements'], scaled)
    })
  }

  return (
    <Section
      title="Statements"
      aside={
        canEdit &&
        statements.length > 0 && (
          <ResponseScaleMenu label="Set levels for all statements" onChoose={applyScale} />
        )
      }
    >
      <ListFault field="statements" />
      <ol className="divide-y">
        {statements.map(({ key, text, responses }, index) => (
          <li key={key}>
            <button
              type="button"
              onClick={() => go({ kind: 'statement', elementId, statement: key })}
              className="flex min-h-11 w-full gap-3 py-2 text-left hover:text-primary-text"
            >
              <bdi
                translate="no"
                className="max-w-1/3 text-muted-foreground tabular-nums wrap-anywhere"
              >
                {references?.[index]}
              </bdi>
              <span dir="auto" className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
                {text || 'Untitled statement'}
              </span>
              {isShared && responses.length > 0 && (
                <span className="shrink-0 text-13 text-muted-foreground">Own responses</span>
              )}
            </button>
          </li>
        ))}
      </ol>
      {canEdit && (
        <AddButton className="mt-1 -ml-3" onClick={() => onAddStatement(elementId)}>
          Add statement
        </AddButton>
      )}
    </Section>
  )
}
