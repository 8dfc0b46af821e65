import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import {
  DraftArea,
  DraftCheck,
  DraftMarkdown,
  DraftNumber,
  FigureFaults,
  ListFault,
} from './draft-fields.tsx'
import { partEdit, statementAt } from '#features/content/saving/draft-edits.ts'
import { EditorHead, Section, type EditorActions } from './editor-parts.tsx'
import { usePlace } from './field-places.ts'
import { numberOf, summaryOf } from '#features/content/outline/outline-rows.ts'
import { ResponseRows } from './response-rows.tsx'
import { ScaleMenu } from './scale-menu.tsx'
import { withOneMore, withScale } from './scales.ts'

interface StatementEditorProps {
  elementId: number
  statement: string
  actions: EditorActions
}

export function StatementEditor({ elementId, statement, actions }: StatementEditorProps) {
  const { canEdit } = useBuilder()
  const place = usePlace(elementId, statement)
  const number = useDraft((state) => numberOf(state, elementId, statement))
  const element = useDraft((state) => summaryOf(state, elementId).title)
  return (
    <>
      <EditorHead
        number={number}
        title={element || 'Statement'}
        what="statement"
        actions={canEdit ? actions : undefined}
      />
      <div className="grid gap-4 @lg:grid-cols-[1fr_5.5rem]">
        <DraftArea
          place={place}
          field="text"
          label="Statement"
          className="field-sizing-content min-h-14"
        />
        <DraftNumber place={place} field="weight" label="Weight" isErrorApart />
      </div>
      <FigureFaults place={place} fields={{ weight: 'Weight' }} className="mt-1.5" />
      <ListFault place={place} field="key" />
      <Options elementId={elementId} statement={statement} />
      <Responses elementId={elementId} statement={statement} />
    </>
  )
}

function Options({ elementId, statement }: Omit<StatementEditorProps, 'actions'>) {
  const { canEdit } = useBuilder()
  const place = usePlace(elementId, statement)
  const hasGuidance = useDraft((state) => (statementAt(state, place)?.guidance ?? '') !== '')
  const [isAdding, setAdding] = useState(false)
  const isShown = hasGuidance || isAdding
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 border-y py-1">
        <DraftCheck
          place={place}
          field="allowsNotApplicable"
          label="Respondents can answer “Does not apply”"
          hint="Respondents must give a reason"
        />
        {canEdit && !isShown && (
          <Button
            variant="ghost"
            icon={<Plus />}
            className="-mr-3 text-primary-text"
            onClick={() => setAdding(true)}
          >
            Add guidance
          </Button>
        )}
      </div>
      {isShown && (
        <div className="mt-4">
          <DraftMarkdown place={place} field="guidance" label="Guidance" isOptional rows={4} />
        </div>
      )}
    </>
  )
}

const MOST_RESPONSES = 10

function Responses({ elementId, statement }: Omit<StatementEditorProps, 'actions'>) {
  const { apply, canEdit } = useBuilder()
  const place = usePlace(elementId, statement)
  const count = useDraft((state) => statementAt(state, place)?.responses.length ?? 0)

  function applyScale(labels: readonly string[]) {
    apply((state) => {
      const now = statementAt(state, place)
      const path = ['statements', statement]
      return partEdit(state, place, path, now && withScale(now, labels))
    })
  }

  function addOne() {
    apply((state) => {
      const responses = withOneMore(statementAt(state, place)?.responses ?? [])
      return partEdit(state, place, ['statements', statement, 'responses'], responses)
    })
  }

  return (
    <Section
      title="Responses and report text"
      className="mt-4 border-t-0"
      aside={
        <span className="flex flex-wrap items-center gap-3">
          <span className="text-13 text-muted-foreground">2 to 10 responses, lowest first</span>
          {canEdit && <ScaleMenu label="Levels" onChoose={applyScale} />}
        </span>
      }
    >
      <ListFault place={place} field="responses" />
      <ResponseRows elementId={elementId} statement={statement} />
      {canEdit && count < MOST_RESPONSES && (
        <Button
          variant="ghost"
          icon={<Plus />}
          className="mt-2 -ml-3 text-primary-text"
          onClick={addOne}
        >
          Add response
        </Button>
      )}
    </Section>
  )
}
