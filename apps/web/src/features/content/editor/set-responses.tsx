import { CONTENT_LIMITS } from 'contract/content-limits'
import type { DraftResponse } from 'contract/draft'
import { useState } from 'react'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { hasOwnResponses, summaryOf } from '#features/content/outline-rows.ts'
import {
  hasSetResponses,
  partEdit,
  responsesAt,
  statementAt,
  withOnlySetResponses,
  withoutSetResponses,
} from '#features/content/saving/draft-edits.ts'
import { pathIn, WHOLE_SET, type DraftState } from '#features/content/saving/draft-state.ts'
import { formatNumber, plural } from 'rules/plural'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { ListFault } from './draft-fields.tsx'
import { AddButton, Section } from './editor-parts.tsx'
import { fieldId, focusAfterRemoval, focusWhenShown, usePlace } from './field-context.tsx'
import { ResponseRows } from './response-rows.tsx'
import { ResponseScaleMenu } from './scale-menu.tsx'
import { firstResponses } from './next-statement.ts'
import { withAddedResponse, withScale } from './scales.ts'
import { useAllElements } from './use-all-elements.ts'

const MAX_RESPONSES = CONTENT_LIMITS.responsesOfStatement

/** The responses of all statements that have none of their own. Not shown until the set uses them. */
export function SetResponses() {
  const { apply, canEdit } = useBuilder()
  const [change, setChange] = useState<keyof typeof CHANGES | null>(null)
  const count = useDraft((state) => responsesAt(state, WHOLE_SET).length)
  const total = useDraft((state) => statementsOf(state).length)
  const own = useDraft((state) => statementsOf(state).filter(hasOwnResponses).length)
  if (count === 0) return null

  function edit(make: (now: DraftResponse[]) => readonly DraftResponse[]) {
    apply((state) => partEdit(state, WHOLE_SET, ['responses'], make(responsesAt(state, WHOLE_SET))))
  }

  return (
    <Section
      title="Responses of the set"
      hint={`Statements without their own responses use these.${usesText(total, own)}`}
      aside={
        canEdit && (
          <span className="flex flex-wrap gap-3">
            <ResponseScaleMenu
              label="Levels"
              onChoose={(labels) => edit((responses) => withScale({ responses }, labels).responses)}
            />
            {own > 0 && (
              <Button variant="outline" size="xs" onClick={() => setChange('share')}>
                Use for all statements
              </Button>
            )}
            <Button variant="outline" size="xs" onClick={() => setChange('split')}>
              Give each statement its own responses
            </Button>
          </span>
        )
      }
    >
      <ListFault field="responses" />
      <ResponseRows />
      {canEdit && count < MAX_RESPONSES && (
        <AddButton className="mt-2 -ml-3" onClick={() => edit(withAddedResponse)}>
          Add response
        </AddButton>
      )}
      {change && <ChangeDialog change={change} onClose={() => setChange(null)} />}
    </Section>
  )
}

function statementsOf(state: DraftState) {
  return state.order.flatMap((id) => summaryOf(state, id).statements)
}

function usesText(total: number, own: number) {
  if (total === 0) return ''
  return plural(total - own, {
    one: ` # of ${formatNumber(total)} statements uses them.`,
    other: ` # of ${formatNumber(total)} statements use them.`,
  })
}

interface ChangeDialogProps {
  change: keyof typeof CHANGES
  onClose: () => void
}

const CHANGES = {
  share: {
    make: withOnlySetResponses,
    title: 'Use these responses for all statements?',
    description: 'Statements lose their own responses. To restore them, use Undo.',
    actionLabel: 'Use for all statements',
  },
  split: {
    make: withoutSetResponses,
    title: 'Give each statement its own responses?',
    description:
      'Each statement without its own responses gets a copy of the set’s responses. After that, the set itself has no responses.',
    actionLabel: 'Give each statement its own responses',
  },
}

function ChangeDialog({ change, onClose }: ChangeDialogProps) {
  const { apply } = useBuilder()
  const query = useAllElements()
  const { make, ...texts } = CHANGES[change]
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      {...texts}
      actionVariant="primary"
      isLoading={query.isPending}
      isDisabled={query.isError}
      onAction={() => {
        if (!query.isSuccess) return
        apply(make)
        onClose()
        focusAfterRemoval('editor-title')
      }}
    >
      {query.error && (
        <QueryError query={query} title="The statements could not be loaded">
          Nothing was changed.
        </QueryError>
      )}
    </AlertDialog>
  )
}

/** Gives a set without responses of its own a first list. */
export function AddSetResponses() {
  const { apply, canEdit, draft } = useBuilder()
  const isUsed = useDraft(hasSetResponses)
  if (isUsed || !canEdit) return null

  function add() {
    apply((state) => partEdit(state, WHOLE_SET, ['responses'], firstResponses(state)))
    const [first] = responsesAt(draft.getState(), WHOLE_SET)
    focusWhenShown(fieldId({ ...WHOLE_SET, response: first?.key ?? null }, 'label'), 'editor-title')
  }

  return (
    <AddButton className="" onClick={add}>
      Add responses of the set
    </AddButton>
  )
}

/** What a statement without responses of its own shows. */
export function SharedResponses() {
  const { apply, canEdit, draft } = useBuilder()
  const place = usePlace()
  const responses = useDraft((state) => state.head.value.responses) ?? []

  function copy() {
    apply((state) =>
      partEdit(state, place, pathIn(place, 'responses'), responsesAt(state, WHOLE_SET)),
    )
    const [first] = responsesAt(draft.getState(), place)
    focusWhenShown(fieldId({ ...place, response: first?.key ?? null }, 'label'), 'editor-title')
  }

  return (
    <>
      <ol className="divide-y border-y">
        {responses.map(({ key, label, description, value }) => (
          <li key={key} className="flex gap-3 py-2">
            <span className="min-w-6 text-muted-foreground tabular-nums">
              {String(value ?? '')}
            </span>
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-medium">
                {label ? <ContentText>{label}</ContentText> : 'Untitled'}
              </span>
              {description !== '' && (
                <span className="block text-13 text-muted-foreground">
                  <ContentText>{description}</ContentText>
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {canEdit && (
        <Button id={fieldId(place, 'own')} variant="outline" className="mt-3" onClick={copy}>
          Change for this statement
        </Button>
      )}
    </>
  )
}

/** Takes a statement's own responses away, so that it has the set’s. */
export function UseSetResponses() {
  const { apply, canEdit } = useBuilder()
  const place = usePlace()
  const isUsed = useDraft(hasSetResponses)
  const hasOwn = useDraft((state) => (statementAt(state, place)?.responses.length ?? 0) > 0)
  if (!isUsed || !hasOwn || !canEdit) return null

  function take() {
    apply((state) => partEdit(state, place, pathIn(place, 'responses'), []))
    focusWhenShown(fieldId(place, 'own'), 'editor-title')
  }

  return (
    <Button variant="outline" size="xs" onClick={take}>
      Use the set’s responses
    </Button>
  )
}
