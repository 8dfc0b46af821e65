import { StatementBreadcrumb } from '#features/assessments/statement-breadcrumb.tsx'
import { useContentText } from '#ui/content-text.tsx'
import { referenceOf } from 'rules/reference'
import type { Review, ReviewElement, ReviewStatement } from 'contract/reviews'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { plural } from 'rules/plural'
import type { PlayerAction } from '#features/assessments/player-keys.ts'
import { useDigits } from '#features/content/response-numbers.tsx'
import { Markdown } from '#support/markdown.tsx'
import { UnsavedGuard } from '#features/records/leave-question.tsx'
import { Alert } from '#ui/alert.tsx'
import { cn } from '#ui/cn.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { CertifiedChoice } from './certified-choice.tsx'
import { ResponseConflict, SaveIndicator } from './response-state.tsx'
import { faultOf, MAX_REMARK_LENGTH, useReviewResponse } from './use-review-response.ts'

export interface StatementReviewHandle {
  performAction: (action: PlayerAction) => void
  isDirty: () => boolean
  /** Certifies the declared response. Resolves as `leave` does. */
  confirm: () => Promise<boolean>
  /** Saves, and resolves to false with an error on the page if that is not possible. */
  leave: () => Promise<boolean>
  /** Back to what is saved. */
  discard: () => void
}

interface StatementReviewProps {
  ref: Ref<StatementReviewHandle>
  review: Review
  element: ReviewElement
  statement: ReviewStatement
  hasNavigated: boolean
  onEnter: () => void
  asideClassName: string | undefined
  /** Below the remark. */
  children: ReactNode
}

/** Use the statement's id as the key. */
export function StatementReview({ ref, ...props }: StatementReviewProps) {
  const { review, element, statement, hasNavigated, onEnter, asideClassName } = props
  const isOpen = review.status === 'started' && !review.is_own
  const { input, change, save, ...state } = useReviewResponse(review, statement, isOpen)
  const rowOf = useDigits(statement.responses)
  const [isFaultShown, setFaultShown] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const fault = faultOf(statement, input)
  useEffect(() => {
    if (hasNavigated) heading.current?.focus()
  }, [hasNavigated])

  function choose(choice: number | null) {
    const next = { ...input, choice }
    change(next)
    void save(next)
  }

  async function leave(last = input) {
    if (!isOpen) return true
    if (state.conflict) return false
    if (!faultOf(statement, last)) return save(last)
    showFault()
    return false
  }

  /** In sight, above the decision bar. */
  function showFault() {
    flushSync(() => setFaultShown(true))
    document.getElementById('remark')?.focus()
    document.getElementById('remark-error')?.scrollIntoView({ block: 'nearest' })
  }

  useImperativeHandle(ref, () => ({
    isDirty: () => isOpen && state.isDirty,
    leave: () => leave(),
    discard: () => {
      state.discard()
      setFaultShown(false)
    },
    confirm: () => {
      const next = { ...input, choice: statement.current }
      if (isOpen && !state.conflict) change(next)
      return leave(next)
    },
    performAction(action) {
      if (!isOpen || state.conflict || action.kind !== 'current') return
      const response = statement.responses[rowOf(action.digit)]
      if (statement.not_applicable_reason !== null || !response) return
      choose(response.id)
      if (faultOf(statement, { ...input, choice: response.id })) showFault()
      else document.getElementById(`certified-${response.id}`)?.focus()
    },
  }))

  return (
    <>
      <section aria-labelledby="statement" className="min-w-0">
        <UnsavedGuard isDirty={isOpen && state.isDirty} what="this statement" />
        <StatementBreadcrumb
          element={element}
          elements={review.elements}
          reference={referenceOf(statement)}
        />
        <h2
          id="statement"
          ref={heading}
          tabIndex={-1}
          {...useContentText()}
          className="mt-1 mb-4 text-21 font-semibold wrap-anywhere md:short:mb-2"
        >
          {statement.text}
        </h2>
        {statement.guidance !== null && (
          <Disclosure
            title="Guidance"
            className="mb-4 border-t md:short:mb-2 md:short:[&>summary]:min-h-10 md:short:pointer-fine:[&>summary]:min-h-9 md:short:pointer-fine:[&>summary]:py-1.5"
          >
            <Markdown text={statement.guidance} />
          </Disclosure>
        )}
        <StatementChanges changed={statement.changed} />
        {state.conflict && (
          <ResponseConflict
            statement={statement}
            conflict={state.conflict}
            onUseMine={state.keepMine}
            onUseTheirs={state.keepTheirs}
          />
        )}
        <CertifiedChoice
          statement={statement}
          choice={input.choice}
          isDisabled={!isOpen || state.conflict !== null}
          onChoose={choose}
          onEnter={onEnter}
        />
      </section>
      <div className={cn('min-w-0 space-y-5', asideClassName)}>
        <div className="shrink-0 empty:hidden">
          {(isOpen || input.remark !== '') && (
            <TextArea
              id="remark"
              label="Remark"
              hint="Shown to the respondent. Required if your response differs from the declared response."
              rows={3}
              dir="auto"
              limit={MAX_REMARK_LENGTH}
              readOnly={!isOpen}
              value={input.remark}
              onChange={({ target }) => change({ ...input, remark: target.value })}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onEnter()
              }}
              onBlur={() => state.isDirty && !state.conflict && void save(input)}
              error={isFaultShown ? fault : undefined}
            />
          )}
          {isOpen && (
            <SaveIndicator
              {...state}
              reviewed={statement.reviewed}
              fault={fault}
              isFaultShown={isFaultShown}
              onRetry={() => void save(input)}
            />
          )}
        </div>
        {props.children}
      </div>
    </>
  )
}

function StatementChanges({ changed }: Pick<ReviewStatement, 'changed'>) {
  if (changed === null) return null
  return (
    <Alert variant="warning" title={`Changed since round ${changed.round}.`} className="mb-4">
      <ul>
        {changesOf(changed).map((words) => (
          <li key={words} dir="auto" className="wrap-anywhere">
            {words}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function changesOf(changed: NonNullable<ReviewStatement['changed']>) {
  const { is_new, current, future, note, files_added: added, files_removed: removed } = changed
  if (is_new) return ['This statement had no answer in that round.']
  return [
    ...(current
      ? [`The current response changed. Previously: ${current.before ?? 'does not apply'}.`]
      : []),
    ...(future ? [`The future response changed. Previously: ${future.before ?? 'none'}.`] : []),
    ...(note ? ['The note changed.'] : []),
    ...(added > 0 ? [plural(added, { one: '# file added.', other: '# files added.' })] : []),
    ...(removed > 0
      ? [plural(removed, { one: '# file removed.', other: '# files removed.' })]
      : []),
  ]
}
