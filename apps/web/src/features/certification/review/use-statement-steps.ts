import type { Review, ReviewStatement } from 'contract/reviews'
import { useLayoutEffect, useRef, useState } from 'react'
import { referenceOf } from 'rules/reference'
import { isolated } from '#core/isolated.ts'
import { statementsOf } from './review-labels.tsx'
import type { StatementReviewHandle } from '#features/certification/statement/statement-review.tsx'
import { useFlag } from './use-flag.ts'

interface StatementStepsOptions {
  review: Review
  chosen: number | undefined
  onChoose: (statement: number) => void
}

/** In milliseconds. A second press within this time is meant for the statement before. */
const UNREAD_FOR = 300

/** The way through the statements. Nothing moves on while a response can't be saved. */
export function useStatementSteps({ review, chosen, onChoose }: StatementStepsOptions) {
  const panel = useRef<StatementReviewHandle>(null)
  const statements = statementsOf(review)
  const [first] = useState(() => statements.find(({ reviewed }) => !reviewed)?.id)
  const [shownBefore, setShownBefore] = useState<readonly number[]>([])
  const [hasNavigated, setNavigated] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const isBusy = useRef(false)
  const movedAt = useRef(-UNREAD_FOR)
  const { setFlag } = useFlag(review)
  const placeOf = (wanted: number | undefined) => statements.findIndex(({ id }) => id === wanted)
  const index = Math.max(placeOf(chosen ?? first), 0)
  const statement = statements[index]
  const left = nextUnreviewed(statements, index)
  const isLast = index === statements.length - 1
  const isOpen = review.status === 'started' && !review.is_own

  // Drawing a statement can take a while. Before it has the focus, and with it the next key.
  useLayoutEffect(() => {
    if (hasNavigated) movedAt.current = performance.now()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the time of each statement
  }, [hasNavigated, statement?.id])

  /** Saves the shown statement. Resolves to false, with an error on the page, if that is not possible. */
  async function leave() {
    const wasDirty = panel.current?.isDirty()
    const isSaved = (await panel.current?.leave()) !== false
    if (isSaved && wasDirty && statement)
      setAnnouncement(`${isolated(referenceOf(statement))} saved.`)
    return isSaved
  }

  /** A second press waits for nothing: the first one decides where to go. */
  async function inTurn(work: () => Promise<void>) {
    if (isBusy.current) return
    isBusy.current = true
    await work().finally(() => {
      isBusy.current = false
    })
  }

  /** Confirming and flagging wait until the statement could be read. */
  async function decideInTurn(work: () => Promise<void>) {
    if (performance.now() - movedAt.current >= UNREAD_FOR) await inTurn(work)
  }

  function show(to: number, before: readonly number[]) {
    const next = statements[to]
    if (!next || next === statement) return
    setShownBefore(before)
    setNavigated(true)
    movedAt.current = performance.now()
    onChoose(next.id)
  }

  const showNext = (to: number) => show(to, statement ? [...shownBefore, statement.id] : [])
  const go = (to: number) =>
    inTurn(async () => {
      if (await leave()) showNext(to)
    })
  const decide = () =>
    inTurn(async () => {
      if (await leave()) focusDecision()
    })

  function moveOn(done: string) {
    const next = statements[left]
    if (!next) return setAnnouncement(done)
    setAnnouncement(`${done} Next: ${isolated(referenceOf(next))}, ${isolated(next.text)}`)
    showNext(left)
  }

  return {
    panel,
    index,
    total: statements.length,
    reviewed: statements.filter(({ reviewed }) => reviewed).length,
    statement,
    isOpen,
    hasNavigated,
    announcement,
    /** Where "Next" leads from the last statement of a review that is open. */
    end: isOpen && isLast ? (left === -1 ? ('decision' as const) : ('unreviewed' as const)) : null,
    isLast,
    isFirst: index === 0 && shownBefore.length === 0,
    leave,
    /** Whether the shown statement has changes that aren't saved. */
    isDirty: () => panel.current?.isDirty() ?? false,
    discard: () => panel.current?.discard(),
    go: (to: number) => void go(to),
    goTo: (id: number) => void go(placeOf(id)),
    next: () => {
      if (!isOpen || !isLast) return void go(index + 1)
      return void (left === -1 ? decide() : go(left))
    },
    /** To the statement that was shown before, or else to the one above. */
    previous: () =>
      void inTurn(async () => {
        if (!(await leave())) return
        const before = placeOf(shownBefore.at(-1))
        if (before === -1) show(index - 1, [])
        else show(before, shownBefore.slice(0, -1))
      }),
    confirm: () =>
      void decideInTurn(async () => {
        if (!isOpen || !statement || (await panel.current?.confirm()) !== true) return
        // Changed while it was saved.
        if (!(await leave())) return
        if (left === -1) focusDecision()
        moveOn(confirmedText(statement, left === -1))
      }),
    flag: () =>
      void decideInTurn(async () => {
        if (!isOpen || !statement) return
        const { id, is_flagged: wasFlagged } = statement
        if (!(await setFlag(id, !wasFlagged))) return
        const reference = isolated(referenceOf(statement))
        if (wasFlagged) setAnnouncement(`${reference}: you removed the flag.`)
        else if (await leave()) moveOn(`${reference} flagged.`)
      }),
  }
}

export type StatementSteps = ReturnType<typeof useStatementSteps>

/** The next one below without a response, or else the first one above. */
function nextUnreviewed(statements: readonly ReviewStatement[], index: number) {
  const isLeft = ({ reviewed }: ReviewStatement, place: number) => !reviewed && place !== index
  const below = statements.findIndex((one, place) => place > index && isLeft(one, place))
  return below === -1 ? statements.findIndex(isLeft) : below
}

export function focusDecision() {
  document.getElementById('decision')?.focus()
}

function confirmedText(statement: ReviewStatement, isWhole: boolean) {
  const label = statement.responses.find(({ id }) => id === statement.current)?.label
  return [
    `${isolated(referenceOf(statement))} saved: ${isolated(label ?? 'Does not apply')}, as declared.`,
    ...(statement.is_flagged ? ['Flag removed.'] : []),
    ...(isWhole ? ['All statements are reviewed.'] : []),
  ].join(' ')
}
