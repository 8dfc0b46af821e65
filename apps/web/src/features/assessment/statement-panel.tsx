import { Place } from '#features/elements/place.tsx'
import type { Quiz } from 'contract/assessments'
import {
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
import { useShortcuts } from '#core/shortcuts.ts'
import { MarkdownText } from '#features/shell/markdown.tsx'
import { Sentence, useContentText } from '#ui/content-text.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { KeyCap } from '#ui/shortcut-list.tsx'
import { HatchSwatch } from '#ui/marks.tsx'
import { AnswerGrid, type GridHandle } from './answer-grid.tsx'
import { isReason, NotApplicable } from './not-applicable.tsx'
import type { PlayerAction } from './player-keys.ts'
import { gapText, levelsBetween } from './progress.ts'
import type { Player } from './use-player.ts'
import { Check, History } from 'lucide-react'
import { Button } from '#ui/button.tsx'

const RefusalPanel = lazyPart(() => import('./refusal-panel.tsx'), 'RefusalPanel')

export interface StatementHandle {
  act: (action: PlayerAction) => void
}

/** The parts of a player that one statement needs; a preview has no outbox. */
export interface StatementPlayer
  extends
    Pick<
      Player,
      'statement' | 'answer' | 'changes' | 'hasStepped' | 'choose' | 'setReason' | 'confirm'
    >,
    Partial<
      Pick<Player, 'isReasonOwed' | 'demands' | 'oweReason' | 'writtenReason' | 'writeReason'>
    > {
  quiz: {
    element: Pick<Quiz['element'], 'number' | 'title' | 'group'>
    assessment: Pick<Quiz['assessment'], 'carried_from'> & Partial<Pick<Quiz['assessment'], 'type'>>
  }
  outbox?: Pick<Player['outbox'], 'sendAgain' | 'giveUp'> | undefined
}

interface StatementPanelProps {
  ref: Ref<StatementHandle>
  player: StatementPlayer
  isOptional?: boolean
  onEnter: () => void
}

export function StatementPanel({ ref, player, isOptional, onEnter }: StatementPanelProps) {
  const { quiz, statement, answer, changes, outbox } = player
  const content = useContentText()
  const grid = useRef<GridHandle>(null)
  const [wasOwed] = useState(player.isReasonOwed === true)
  const [isTicked, setTicked] = useState(wasOwed || answer.reason !== null)
  const refused = changes.filter(
    (change) => change.refusal !== undefined && change.statementId === statement.id,
  )

  const tickedBy = useRef<'key' | 'box' | null>(null)

  function tick(isOn: boolean, by: 'key' | 'box') {
    if (!statement.allows_not_applicable) return
    tickedBy.current = by
    setTicked(isOn)
    const writtenReason = player.writtenReason ?? answer.reason ?? ''
    if (isOn && isReason(writtenReason)) return player.setReason(writtenReason.trim())
    player.oweReason?.(isOn)
    if (isOn) return
    player.writeReason?.(writtenReason)
    if (answer.reason !== null) player.setReason(null)
  }

  useImperativeHandle(ref, () => ({
    act(action) {
      if (action.kind === 'not-applicable') return tick(!isTicked, 'key')
      if (isTicked || (action.kind !== 'current' && action.kind !== 'future')) return
      if (action.level >= statement.statement_responses.length) return
      player.choose(action.kind === 'current' ? 1 : 2, action.level)
      grid.current?.focus({ row: action.level, column: action.kind })
    },
  }))
  /** Moves the focus before the decided panel disappears. */
  function settle(decide: () => unknown) {
    if (grid.current) grid.current.arrive()
    else document.getElementById('statement')?.focus()
    void decide()
  }

  // The checkbox and the grid are rendered again, so the focus has to be restored.
  useEffect(() => {
    if (tickedBy.current === 'box') document.getElementById('does-not-apply')?.focus()
    else if (tickedBy.current === 'key' && grid.current) grid.current.arrive()
    else if (tickedBy.current === 'key') document.getElementById('reason')?.focus()
    tickedBy.current = null
  })

  const isOverdue = useFocusOnArrival(player, grid, wasOwed)

  return (
    <>
      <div className="max-md:px-(--gutter)">
        <Place
          element={quiz.element}
          reference={statementReference(statement, quiz.element)}
          isOptional={isOptional}
          isCounted={statement.is_counted}
        />
        <h1
          id="statement"
          tabIndex={-1}
          {...content}
          className="mt-1 mb-5 max-w-[46rem] wrap-anywhere text-21 font-semibold md:mb-6 md:text-28"
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
            onUseMine={() => settle(() => outbox?.sendAgain(change))}
            onGiveUp={() => settle(() => outbox?.giveUp(change))}
          />
        </Suspense>
      ))}
      {answer.isToConfirm && (
        <ConfirmCarried
          year={quiz.assessment.carried_from}
          onConfirm={() => settle(player.confirm)}
        />
      )}
      {!isTicked && (
        <AnswerGrid
          ref={grid}
          statement={statement}
          answer={answer}
          onChoose={player.choose}
          onEnter={onEnter}
        />
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6">
        {!isTicked && <Gap player={player} />}
        {statement.allows_not_applicable && (
          <div dir="ltr" className={isTicked ? 'w-full' : 'max-md:px-(--gutter)'}>
            <NotApplicable
              reason={answer.reason}
              written={answer.reason === null ? player.writtenReason : null}
              isTicked={isTicked}
              isOverdue={isOverdue}
              isCertification={quiz.assessment.type === 'certification'}
              onTick={(isOn) => tick(isOn, 'box')}
              onWrite={player.writeReason}
              onSave={player.setReason}
            />
          </div>
        )}
      </div>
      {!isTicked && <KeyHint count={statement.statement_responses.length} />}
    </>
  )
}

/** Moves the focus to what comes next. Returns whether a reason is overdue: left out before, or missing when Complete was pressed. */
function useFocusOnArrival(
  { hasStepped, demands = 0 }: StatementPlayer,
  grid: RefObject<GridHandle | null>,
  wasOwed: boolean,
): boolean {
  const [demandsBefore] = useState(wasOwed ? 0 : demands)
  // First the heading gets the focus, later the grid, so that the keyboard is enough.
  useEffect(() => {
    const isNowhere = document.activeElement === document.body
    if (hasStepped) window.scrollTo(0, 0)
    const reason = demands > demandsBefore && document.getElementById('reason')
    if (reason) return reason.focus()
    if (hasStepped && grid.current) grid.current.arrive()
    else if (hasStepped || isNowhere) document.getElementById('statement')?.focus()
  }, [grid, hasStepped, demands, demandsBefore])
  return wasOwed || demands > demandsBefore
}

function Guidance({ text }: { text: string }) {
  return (
    <Disclosure title="Guidance" className="mb-5 border-t">
      <div
        {...useContentText()}
        className="measure space-y-2 text-15 wrap-anywhere text-subtle-foreground [&_li]:ms-5 [&_ol]:list-decimal [&_ul]:list-disc"
      >
        <Suspense>
          <MarkdownText text={text} />
        </Suspense>
      </div>
    </Disclosure>
  )
}

function Gap({ player: { statement, answer } }: Pick<StatementPanelProps, 'player'>) {
  const { lead, rest } = gapText(statement, answer)
  const hasGap = levelsBetween(statement, answer) > 0
  return (
    <p
      dir="ltr"
      aria-live="polite"
      className="flex min-h-11 items-center gap-2.5 max-md:px-(--gutter)"
    >
      {hasGap && <HatchSwatch />}
      <span>
        <strong className="font-semibold">{lead}</strong>{' '}
        <Sentence contents={statement.statement_responses.map(({ label }) => label)}>
          {rest}
        </Sentence>
      </span>
    </p>
  )
}

function KeyHint({ count }: { count: number }) {
  const { isOn } = useShortcuts()
  if (!isOn) return null
  const last = String(count >= 10 ? 0 : count)
  return (
    <p
      dir="ltr"
      aria-hidden="true"
      className="mt-2 hidden items-center justify-end gap-2 text-13 text-muted-foreground lg:flex"
    >
      <KeyCap>1</KeyCap> to <KeyCap>{last}</KeyCap> now
      <span className="ml-2" />
      <KeyCap>Shift</KeyCap>
      <KeyCap>1</KeyCap> to <KeyCap>{last}</KeyCap> future
    </p>
  )
}

function ConfirmCarried({ year, onConfirm }: { year: number | null; onConfirm: () => void }) {
  return (
    <div
      dir="ltr"
      className="mb-3 flex flex-wrap items-center gap-3 rounded-lg bg-primary-tint py-2.5 pr-2.5 pl-4 max-md:mx-(--gutter)"
    >
      <History className="size-5 shrink-0 stroke-[1.75]" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">Copied from {year ?? 'an earlier year'}.</strong> Is this
        still correct?
      </p>
      <Button icon={<Check />} onClick={onConfirm}>
        Confirm
      </Button>
    </div>
  )
}
