import { CONTENT_LIMITS } from 'contract/content-limits'
import { useState } from 'react'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import {
  DraftArea,
  DraftCheck,
  DraftMarkdown,
  DraftNumber,
  DraftText,
  NumberFaults,
  ListFault,
  NotCounted,
} from './draft-fields.tsx'
import {
  asAnswered,
  fieldEdit,
  hasSetResponses,
  partEdit,
  responsesAt,
  statementAt,
} from '#features/content/saving/draft-edits.ts'
import { pathIn } from '#features/content/saving/draft-state.ts'
import { AddButton, EditorHead, Section, type EditorActions } from './editor-parts.tsx'
import { fieldId, focusWhenShown, usePlace } from './field-context.tsx'
import { positionOf, referenceIn, summaryOf } from '#features/content/outline-rows.ts'
import { ResponseRows } from './response-rows.tsx'
import { KeyField } from './key-field.tsx'
import { ResponseScaleMenu } from './scale-menu.tsx'
import { StatementGroups } from './statement-groups.tsx'
import { SharedResponses, UseSetResponses } from './set-responses.tsx'
import { withAddedResponse, withScale } from './scales.ts'

interface StatementEditorProps {
  elementId: number
  statement: string
  actions: EditorActions
}

export function StatementEditor({ elementId, statement, actions }: StatementEditorProps) {
  const reference = useDraft((state) => referenceIn(state, elementId, statement))
  const position = useDraft((state) => positionOf(state, elementId, statement))
  const element = useDraft((state) => summaryOf(state, elementId).title)
  return (
    <>
      <EditorHead
        reference={reference}
        title={element}
        untitled="Statement"
        what="statement"
        actions={actions}
      />
      <div className="grid gap-4 @lg:grid-cols-[1fr_5.5rem]">
        <DraftArea field="text" label="Statement" className="field-sizing-content min-h-14" />
        <DraftNumber field="weight" label="Weight" isErrorApart />
      </div>
      <NumberFaults fields={{ weight: 'Weight' }} className="mt-1.5" />
      <NotCounted className="mt-1.5" />
      <div className="mt-4">
        <KeyField position={position} />
      </div>
      <Options />
      <StatementGroups />
      <Responses />
    </>
  )
}

function Options() {
  const shortTitle = useOptionalText('shortTitle')
  const guidance = useOptionalText('guidance')
  const example = useOptionalText('evidenceExample')
  const key = useKeyStatement()
  const addable = [
    { ...shortTitle, label: 'Add a short title' },
    { ...guidance, label: 'Add guidance' },
    { ...example, label: 'Add an example of evidence' },
    { ...key, label: 'Make this a key statement' },
  ].filter(({ canAdd }) => canAdd)
  return (
    <>
      <div className="mt-4 border-y py-1">
        <DraftCheck
          field="allowsNotApplicable"
          label="Respondents can answer “Does not apply”"
          hint="Respondents must give a reason"
        />
        <DraftCheck
          field="asksForEvidence"
          label="Requires evidence for certification"
          hint="Respondents must attach a file for any response above the lowest value"
        />
        <DraftCheck
          field="asksForNote"
          label="Requires a note"
          hint="Respondents must write a note, whichever response they choose"
          isLeftOut
        />
        {key.isShown && (
          <DraftCheck
            field="isKey"
            label="Key statement"
            hint="A band can have a condition that applies only to key statements"
            isLeftOut
          />
        )}
        <div className="-ml-3 flex flex-wrap gap-x-2 empty:hidden">
          {addable.map(({ label, add }) => (
            <AddButton key={label} className="" onClick={add}>
              {label}
            </AddButton>
          ))}
        </div>
      </div>
      {shortTitle.isShown && (
        <DraftText
          field="shortTitle"
          label="Short title"
          hint="Shown instead of the statement where space is limited"
          isOptional
          fieldClassName="mt-4"
        />
      )}
      {guidance.isShown && (
        <div className="mt-4">
          <DraftMarkdown field="guidance" label="Guidance" isOptional rows={4} />
        </div>
      )}
      {example.isShown && (
        <div className="mt-4">
          <DraftMarkdown
            field="evidenceExample"
            label="Example of evidence"
            hint="Shown next to the files, under “What good evidence looks like”"
            isOptional
            isLeftOut
            rows={3}
          />
        </div>
      )}
    </>
  )
}

/** A field that appears once it has a text or the author adds it. */
function useOptionalText(field: 'shortTitle' | 'guidance' | 'evidenceExample') {
  const { canEdit } = useBuilder()
  const place = usePlace()
  const hasText = useDraft((state) => (statementAt(state, place)?.[field] ?? '') !== '')
  const [isAdding, setAdding] = useState(false)
  const isShown = hasText || isAdding
  return { isShown, canAdd: canEdit && !isShown, add: () => setAdding(true) }
}

/** Shown where bands ask for key statements, or this is one. */
function useKeyStatement() {
  const { apply, canEdit } = useBuilder()
  const place = usePlace()
  const [wasAdded, setAdded] = useState(false)
  const isKey = useDraft((state) => statementAt(state, place)?.isKey === true)
  const isAsked = useDraft(({ head: { value } }) =>
    [...value.certificationBands, ...(value.elementBands ?? [])].some(({ of }) => of === 'key'),
  )
  const isShown = isKey || isAsked || wasAdded
  const add = () => {
    setAdded(true)
    apply((state) => fieldEdit(state, place, 'isKey', true))
    focusWhenShown(fieldId(place, 'isKey'), 'editor-title')
  }
  return { isShown, canAdd: canEdit && !isShown, add }
}

const MAX_RESPONSES = CONTENT_LIMITS.responsesOfStatement

function Responses() {
  const { apply, canEdit } = useBuilder()
  const place = usePlace()
  const count = useDraft((state) => responsesAt(state, place).length)
  const isShared = useDraft(hasSetResponses)
  const levels = useDraft((state) => state.head.value.scale.length)

  function applyScale(labels: readonly string[]) {
    apply((state) => {
      const now = statementAt(state, place)
      return partEdit(state, place, pathIn(place), now && withScale(asAnswered(state, now), labels))
    })
  }

  function addOne() {
    apply((state) => {
      const responses = withAddedResponse(responsesAt(state, place))
      return partEdit(state, place, pathIn(place, 'responses'), responses)
    })
  }

  if (isShared && count === 0)
    return (
      <Section
        title="Responses and report text"
        hint="These are the responses of the set."
        className="mt-4 border-t-0"
      >
        <ListFault field="responses" />
        <SharedResponses />
      </Section>
    )
  return (
    <Section
      title="Responses and report text"
      hint={isShared ? 'This statement has its own responses.' : undefined}
      className="mt-4 border-t-0"
      aside={
        <span className="flex flex-wrap items-center gap-3">
          <span className="text-13 text-muted-foreground">
            {levels < 2
              ? `2 to ${MAX_RESPONSES} responses, lowest first`
              : `${levels} responses, one per level, lowest first`}
          </span>
          {canEdit && <ResponseScaleMenu label="Levels" onChoose={applyScale} />}
          <UseSetResponses />
        </span>
      }
    >
      <ListFault field="responses" />
      <ResponseRows />
      {canEdit && count < MAX_RESPONSES && (
        <AddButton className="mt-2 -ml-3" onClick={addOne}>
          Add response
        </AddButton>
      )}
    </Section>
  )
}
