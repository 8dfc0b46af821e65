import { StatementBreadcrumb } from '#features/assessments/statement-breadcrumb.tsx'
import type { Quiz } from 'contract/assessments'
import {
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { statementReference } from 'rules/reference'
import { lazyPart } from '#core/lazy-part.ts'
import { useContentText } from '#ui/content-text.tsx'
import { AnswerGrid, type GridHandle } from './answer-grid.tsx'
import { EarlierPlan, earlierAnswer, EarlierLine } from './earlier-answer.tsx'
import { KeyHint } from './key-hint.tsx'
import { isReason, NotApplicable } from './not-applicable.tsx'
import { useDigits } from '#features/content/response-numbers.tsx'
import type { PlayerAction } from '#features/assessments/player-keys.ts'
import { levelOf } from './answers.ts'
import { Gap } from './gap.tsx'
import { useTicked } from './use-ticked.ts'
import { Guidance } from './guidance.tsx'
import type { Player } from '#features/assessments/player/use-player.ts'
import { Check, History } from 'lucide-react'
import { Button } from '#ui/button.tsx'

const RefusalPanel = lazyPart(() => import('./refusal-panel.tsx'), 'RefusalPanel')

export interface StatementHandle {
  performAction: (action: PlayerAction) => void
}

/** The parts of a player that one statement needs; a preview has no outbox. */
export interface StatementPlayer
  extends
    Pick<
      Player,
      'statement' | 'answer' | 'changes' | 'hasNavigated' | 'setReason' | 'confirm' | 'acceptFuture'
    >,
    Partial<
      Pick<
        Player,
        | 'raisedFrom'
        | 'isReasonMissing'
        | 'isNoteMissing'
        | 'reasonRequests'
        | 'setReasonMissing'
        | 'unsavedReason'
        | 'setUnsavedReason'
      >
    > {
  quiz: {
    element: Pick<Quiz['element'], 'key' | 'number' | 'title' | 'group'>
    elements: readonly Pick<Quiz['element'], 'key' | 'number' | 'title'>[]
    assessment: Pick<Quiz['assessment'], 'carried_from'> & Partial<Pick<Quiz['assessment'], 'type'>>
    earlier?: Quiz['earlier']
  }
  choose: (state: 1 | 2, level: number) => unknown
  outbox?: Pick<Player['outbox'], 'retry' | 'discard'> | undefined
}

interface StatementPanelProps {
  ref: Ref<StatementHandle>
  player: StatementPlayer
  isOptional?: boolean
  onEnter: () => void
  /** Next to the statement's reference. */
  tools?: ReactNode
  /** Below the responses, next to the keys. */
  aside?: ReactNode
}

export function StatementPanel(props: StatementPanelProps) {
  const { ref, player, isOptional, onEnter } = props
  const { quiz, statement, answer, changes, outbox } = player
  const content = useContentText()
  const grid = useRef<GridHandle>(null)
  const rowOf = useDigits(statement.statement_responses)
  const [wasReasonMissing] = useState(player.isReasonMissing === true)
  const [isTicked, setTicked] = useTicked(player, wasReasonMissing)
  const refused = changes.filter(
    (change) => change.refusal !== undefined && change.statementId === statement.id,
  )
  const earlier = earlierAnswer(quiz.earlier, statement)
  const tickedBy = useRef<'key' | 'box' | null>(null)

  function tick(isOn: boolean, by: 'key' | 'box') {
    if (!statement.allows_not_applicable) return
    tickedBy.current = by
    setTicked(isOn)
    const unsavedReason = player.unsavedReason ?? answer.reason ?? ''
    if (isOn && isReason(unsavedReason)) return player.setReason(unsavedReason.trim())
    player.setReasonMissing?.(isOn)
    if (isOn) return
    player.setUnsavedReason?.(unsavedReason)
    if (answer.reason !== null) player.setReason(null)
  }

  useImperativeHandle(ref, () => ({
    performAction(action) {
      if (action.kind === 'not-applicable') return tick(!isTicked, 'key')
      if (isTicked || (action.kind !== 'current' && action.kind !== 'future')) return
      const row = rowOf(action.digit)
      if (row === -1) return
      player.choose(action.kind === 'current' ? 1 : 2, row)
      grid.current?.focus({ row, column: action.kind })
    },
  }))
  /** Moves the focus first, because the panel disappears after the decision. */
  function focusAndRun(decide: () => unknown) {
    if (grid.current) grid.current.focusTabStop()
    else document.getElementById('statement')?.focus()
    void decide()
  }

  /** The button disappears, too. */
  function acceptFuture() {
    const row = levelOf(statement, answer.future ?? answer.current)
    if (row !== null) grid.current?.focus({ row, column: 'future' })
    player.acceptFuture()
  }

  // The checkbox and the grid are rendered again, so the focus has to be restored.
  useEffect(() => {
    if (tickedBy.current === 'box') document.getElementById('does-not-apply')?.focus()
    else if (tickedBy.current === 'key' && grid.current) grid.current.focusTabStop()
    else if (tickedBy.current === 'key') document.getElementById('reason')?.focus()
    tickedBy.current = null
  })

  const isMissing = useInitialFocus(player, grid, wasReasonMissing)

  return (
    <>
      <div className="max-md:px-(--gutter)">
        <div className="flex items-center justify-between gap-4">
          <StatementBreadcrumb
            element={quiz.element}
            elements={quiz.elements}
            reference={statementReference(statement, quiz.element)}
            isOptional={isOptional}
            isCounted={statement.is_counted}
          />
          {props.tools}
        </div>
        <h1
          id="statement"
          tabIndex={-1}
          {...content}
          className="mt-1 mb-5 max-w-[46rem] wrap-anywhere text-21 font-semibold md:mb-6 md:text-28 md:short:mb-2 md:short:text-21"
        >
          {statement.text}
        </h1>
        {statement.guidance !== null && <Guidance text={statement.guidance} />}
      </div>
      {refused.map((change) => (
        <Suspense key={change.key}>
          <RefusalPanel
            statement={statement}
            refused={change}
            answer={answer}
            onKeepMine={() => focusAndRun(() => outbox?.retry(change))}
            onDiscard={() => focusAndRun(() => outbox?.discard(change))}
          />
        </Suspense>
      ))}
      {answer.isToConfirm && (
        <ConfirmCopiedAnswer
          year={quiz.assessment.carried_from}
          onConfirm={() => focusAndRun(player.confirm)}
        />
      )}
      <EarlierLine earlier={earlier} />
      <EarlierPlan earlier={quiz.earlier} statement={statement} />
      {!isTicked && (
        <AnswerGrid
          earlier={earlier}
          ref={grid}
          statement={statement}
          answer={answer}
          onChoose={player.choose}
          onEnter={onEnter}
        />
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 md:short:mt-1">
        {!isTicked && (
          <Gap
            statement={statement}
            answer={answer}
            raisedFrom={player.raisedFrom}
            onSame={acceptFuture}
          />
        )}
        {statement.allows_not_applicable && (
          <div
            dir="ltr"
            className={
              isTicked
                ? 'w-full'
                : 'max-md:px-(--gutter) md:short:pointer-fine:[&_label]:min-h-9 md:short:pointer-fine:[&_label]:py-1.5'
            }
          >
            <NotApplicable
              reason={answer.reason}
              unsavedReason={answer.reason === null ? player.unsavedReason : null}
              isTicked={isTicked}
              isMissing={isMissing}
              isCertification={quiz.assessment.type === 'certification'}
              onTick={(isOn) => tick(isOn, 'box')}
              onReasonChange={player.setUnsavedReason}
              onSave={player.setReason}
            />
          </div>
        )}
      </div>
      {!isTicked && (
        <div
          dir="ltr"
          className="mt-1 flex flex-wrap items-center justify-between gap-x-6 max-md:px-(--gutter) md:short:mt-0"
        >
          {props.aside}
          <KeyHint responses={statement.statement_responses} />
        </div>
      )}
    </>
  )
}

function missingField(isReason: boolean, isNote: boolean) {
  const reason = isReason ? document.getElementById('reason') : null
  return reason ?? (isNote ? document.getElementById('note') : null)
}

/** Focuses the missing reason or note, the grid or the heading. Returns whether to report a missing reason. */
function useInitialFocus(
  { hasNavigated, reasonRequests = 0, isNoteMissing = false }: StatementPlayer,
  grid: RefObject<GridHandle | null>,
  wasReasonMissing: boolean,
): boolean {
  const [requestsBefore] = useState(wasReasonMissing ? 0 : reasonRequests)
  const [wasNoteMissing] = useState(isNoteMissing)
  // On the first statement the heading gets the focus; on later ones the grid, ready for keys.
  useEffect(() => {
    const hasNoFocus = document.activeElement === document.body
    if (hasNavigated) window.scrollTo(0, 0)
    const isNote = reasonRequests > 0 && wasNoteMissing
    const missing = missingField(reasonRequests > requestsBefore, isNote)
    if (missing) return missing.focus()
    if (hasNavigated && grid.current) grid.current.focusTabStop()
    else if (hasNavigated || hasNoFocus) document.getElementById('statement')?.focus()
  }, [grid, hasNavigated, reasonRequests, requestsBefore, wasNoteMissing])
  return wasReasonMissing || reasonRequests > requestsBefore
}

/** Without a year, a new version of the content set asks again. */
function ConfirmCopiedAnswer({ year, onConfirm }: { year: number | null; onConfirm: () => void }) {
  return (
    <div
      dir="ltr"
      className="mb-3 flex flex-wrap items-center gap-3 rounded-lg bg-primary-tint py-2.5 pr-2.5 pl-4 max-md:mx-(--gutter) md:short:mb-2 md:short:py-1.5 md:short:pr-1.5"
    >
      <History className="size-5 shrink-0 stroke-[1.75]" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">
          {year === null ? 'This statement has changed.' : `Copied from ${year}.`}
        </strong>{' '}
        Is this still correct?
      </p>
      <Button icon={<Check />} onClick={onConfirm} className="md:short:pointer-fine:min-h-9">
        Confirm
      </Button>
    </div>
  )
}
