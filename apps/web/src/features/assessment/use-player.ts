import { useQueryClient } from '@tanstack/react-query'
import type { Quiz, SavedResponse } from 'contract/assessments'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { api } from '#core/api.ts'
import { showFailure } from '#core/toast.ts'
import { NO_ANSWER, answerTo, isBelowCurrent, type Answer } from './answers.ts'
import type { Change } from './outbox-change.ts'
import type { NewChange } from './outbox.ts'
import { restoredIndex } from './progress.ts'
import { newestNotes, newestRows } from './outbox-state.ts'
import { useOutbox } from './use-outbox.ts'

export type SessionMode = 'new' | 'edit'

export function usePlayer(quiz: Quiz, mode: SessionMode) {
  const outbox = useOutbox()
  const { changes, saved } = useStore(outbox.state)
  const { id } = quiz.assessment
  const own = changes.filter((change) => change.assessmentId === id)
  const rows = newestRows(quiz.responses, saved, id)
  const notes = newestNotes(quiz.notes, saved, id)
  useReloadAfterMove(quiz, rows)
  // "Does not apply" without a reason is not an answer.
  const [missingReasons, setMissingReasons] = useState<readonly number[]>([])
  // Counted, because each refused completion moves the focus to the missing reason again.
  const [reasonRequests, setReasonRequests] = useState(0)
  const [unsavedReasons, setUnsavedReasons] = useState<Readonly<Record<number, string>>>({})
  const answers = quiz.statements.map((statement) =>
    missingReasons.includes(statement.id) ? NO_ANSWER : answerTo(statement, rows, own),
  )
  const [requestedIndex, setIndex] = useState(() => {
    const linkedIndex = quiz.statements.findIndex(
      (each) => location.hash === `#statement-${each.id}`,
    )
    if (linkedIndex !== -1) return linkedIndex
    return mode === 'edit' ? 0 : restoredIndex(answers)
  })
  // Another edition may have fewer statements.
  const index = Math.min(requestedIndex, quiz.statements.length - 1)
  const [hasNavigated, setNavigated] = useState(false)
  const statement = quiz.statements[index]
  if (statement === undefined) throw new Error('This element has no statements.')
  const answer = answers[index] ?? answerTo(statement, rows, own)
  const target = { assessmentId: id, elementId: quiz.element.id, statementId: statement.id }
  const savedNote = notes.find((note) => note.statement_id === statement.id)
  const waitingNote = own.findLast(
    (change) => change.kind === 'note' && change.statementId === statement.id,
  )

  function go(to: number) {
    setIndex(Math.min(Math.max(to, 0), quiz.statements.length - 1))
    setNavigated(true)
  }

  function add(draft: NewChange) {
    outbox.add(draft).catch(showNotStored)
  }

  function saveResponse(state: 1 | 2, responseId: number | null, reason: string | null = null) {
    const choice = { statement_response_id: responseId, not_applicable_reason: reason }
    add({ ...target, kind: 'response', state, ...choice, version: versionOf(rows, target, state) })
    // Changing one half of last year's answer confirms the other.
    if (answer.isToConfirm) confirm()
  }

  function setReasonMissing(isMissing: boolean) {
    const others = (all: readonly number[]) => all.filter((one) => one !== target.statementId)
    setMissingReasons((all) => (isMissing ? [...others(all), target.statementId] : others(all)))
  }

  function confirm() {
    add({ ...target, kind: 'confirmation' })
  }

  return {
    quiz,
    mode,
    index,
    statement,
    answer,
    answers,
    outbox,
    changes: own,
    note: waitingNote?.kind === 'note' ? waitingNote.note : (savedNote?.note ?? ''),
    go,
    hasNavigated,
    choose: (state: 1 | 2, level: number) => {
      const response = statement.statement_responses[level]
      if (!response || isChosen(answer, state, response.id)) return
      if (state === 2 && isBelowCurrent(statement, answer, response)) return
      saveResponse(state, response.id)
    },
    setReason: (reason: string | null) => {
      setReasonMissing(false)
      saveResponse(1, null, reason)
    },
    unsavedReason: unsavedReasons[statement.id] ?? null,
    setUnsavedReason: (text: string) =>
      setUnsavedReasons((all) => ({ ...all, [statement.id]: text })),
    isReasonMissing: missingReasons.includes(statement.id),
    reasonRequests,
    requestReason: () => setReasonRequests((count) => count + 1),
    setReasonMissing,
    confirm,
    saveNote: (note: string) =>
      add({ ...target, kind: 'note', note, version: savedNote?.version ?? 0 }),
  }
}

export type Player = ReturnType<typeof usePlayer>

// Choosing last year's response again confirms it.
function isChosen(answer: Answer, state: 1 | 2, responseId: number) {
  const chosen = state === 1 ? answer.current : answer.future
  return chosen === responseId && !answer.isToConfirm
}

function versionOf(
  rows: readonly SavedResponse[],
  { statementId }: Pick<Change, 'statementId'>,
  state: 1 | 2,
) {
  const row = rows.find((row) => row.statement_id === statementId && row.state === state)
  return row?.version ?? 0
}

/**
 * Reloads the quiz if the assessment was moved to another edition since the page was loaded.
 * Saved responses then have another statement set.
 */
function useReloadAfterMove(quiz: Quiz, rows: readonly SavedResponse[]) {
  const queryClient = useQueryClient()
  const own = new Set(quiz.statements.map(({ id }) => id))
  const hasMoved =
    rows.some((row) => own.has(row.statement_id) && row.statement_set_id !== quiz.id) ||
    quiz.attachments.some((file) => !own.has(file.statement_id))
  useEffect(() => {
    if (!hasMoved) return
    for (const { key } of [api.assessments.quiz, api.assessments.overview])
      void queryClient.invalidateQueries({ queryKey: key })
  }, [hasMoved, queryClient])
}

function showNotStored() {
  showFailure(
    'This answer could not be saved',
    'Your browser has no storage left. Free up some space, then answer again.',
  )
}
