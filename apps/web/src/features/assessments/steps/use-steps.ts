import type { Statement } from 'contract/listed-statement'
import { useState } from 'react'
import { formatNumber } from 'rules/plural'
import { isolated } from '#core/isolated.ts'
import { allows } from 'rules/assessment-status'
import { statementReference } from 'rules/reference'
import { CHECK_HASH } from '#features/assessments/report-step.ts'
import { useCompletion } from './use-completion.ts'
import { useMoveOn } from './use-move-on.ts'
import { useMovingOn } from './use-moving-on.ts'
import type { Player } from '#features/assessments/player/use-player.ts'

/** The way through the statements to the check of all answers, and back from there to change one. */
export function useSteps(player: Player) {
  const { quiz, index } = player
  // What others answer is shown as a whole first.
  const [isChecking, setChecking] = useState(
    () =>
      location.hash === `#${CHECK_HASH}` ||
      (player.isLocked && !location.hash.startsWith('#statement-')),
  )
  // Its owner has given it to someone else or completed it: the whole also shows what wasn't saved.
  const [wasLocked, setWasLocked] = useState(player.isLocked)
  if (wasLocked !== player.isLocked) {
    setWasLocked(player.isLocked)
    if (player.isLocked) setChecking(true)
  }
  const [isChanging, setChanging] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const completion = useCompletion(player, show)
  const { movesOn } = useMovingOn()
  const isOpen = allows(quiz.assessment.status, 'answer') && !player.isLocked
  const isStatementOpen =
    allows(quiz.assessment.status, 'answer') && player.mayAnswer(player.statement)
  const isLast = index === quiz.statements.length - 1
  const moveOn = useMoveOn(
    () => {
      setAnnouncement(savedText(player, isLast || isChanging ? null : quiz.statements[index + 1]))
      next()
    },
    () => needsAttention(player),
  )

  function show(to: number) {
    completion.dismiss()
    setChecking(false)
    setChanging(false)
    player.go(to)
  }

  function check() {
    completion.dismiss()
    setChanging(false)
    setChecking(true)
  }

  function next() {
    if (isLast || isChanging) check()
    else show(index + 1)
  }

  function decided(isAnswer: boolean) {
    // After one statement of a locked element, there is no next one to answer.
    if (isAnswer && movesOn && isOpen) moveOn()
  }

  return {
    isLocked: player.isLocked,
    completes: player.completes,
    isChecking,
    isChanging,
    isOpen,
    createsReport: isOpen && player.createsReport,
    announcement,
    completion,
    show,
    next,
    /** Takes over the suggested future response, if there is one. */
    enter: () => {
      if (isStatementOpen) player.acceptFuture()
      next()
    },
    acceptFuture: () => {
      player.acceptFuture()
      decided(true)
    },
    previous: () => {
      if (isChecking) show(index)
      else if (isChanging) check()
      else show(index - 1)
    },
    /** From the check to one statement, which leads back. */
    change: (to: number) => {
      const isMissing = completion.missing !== null
      show(to)
      setChanging(true)
      if (isMissing) player.requestReason()
    },
    choose: (state: 1 | 2, level: number) => decided(player.choose(state, level)),
    confirm: () => {
      player.confirm()
      decided(true)
    },
    undo: () => {
      const step = player.undo()
      if (!step) return
      completion.dismiss()
      setChecking(step.index === null)
      setChanging(false)
      const references = step.answers.map((one) => referenceOf(player, one.statement))
      setAnnouncement(
        references.length === 1
          ? `${references[0]}: you undid your last answer.`
          : `You undid ${formatNumber(references.length)} answers.`,
      )
    },
  }
}

export type Steps = ReturnType<typeof useSteps>

/** The user has to see a conflict, a refusal or a fault of this statement first. */
function needsAttention({ isRefused, index }: Player) {
  return (
    isRefused(index) ||
    document.querySelector('#main :is([aria-invalid=true], [role=alert])') !== null
  )
}

function savedText(player: Player, next: Statement | null | undefined) {
  const { statement, answer, outbox } = player
  const isOffline = outbox.state.getState().phase === 'waiting'
  const label = (id: number | null) =>
    isolated(statement.statement_responses.find((one) => one.id === id)?.label ?? '')
  const [now, future] = [label(answer.current), label(answer.future)]
  const levels =
    now === future ? `${now} now and in the future` : `${now} now, ${future} in the future`
  const chosen = answer.reason === null ? levels : 'does not apply'
  const saved = isOffline ? 'stored on this device' : 'saved'
  const following = next
    ? `Next: ${referenceOf(player, next)}, ${isolated(next.text)}`
    : 'Next: check your answers.'
  return `${referenceOf(player, statement)} ${saved}: ${chosen}. ${following}`
}

function referenceOf({ quiz }: Player, statement: Statement) {
  return isolated(statementReference(statement, quiz.element))
}
