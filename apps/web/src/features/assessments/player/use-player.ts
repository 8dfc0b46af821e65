import { useQueryClient } from '@tanstack/react-query'
import type { Note, Quiz } from 'contract/assessments'
import type { Statement } from 'contract/listed-statement'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { isClosedByOwner, mayAnswer, mayAnswerStatement } from 'rules/shared-work'
import { api } from '#core/api.ts'
import { useUser } from '#core/user.ts'
import { NO_ANSWER, answerTo } from '#features/assessments/answering/answers.ts'
import { leadsToReport } from '#features/assessments/report-step.ts'
import { isNoteMissing, restoredIndex } from '#features/assessments/answering/progress.ts'
import { type KnownResponse, isSendable } from '#features/assessments/outbox/outbox-change.ts'
import {
  newestNotes,
  newestRows,
  savedNoteVersion,
} from '#features/assessments/outbox/outbox-state.ts'
import { useAnswering } from '#features/assessments/answering/use-answering.ts'
import { useOutbox } from '#features/assessments/outbox/use-outbox.ts'

export type SessionMode = 'new' | 'edit'

export function usePlayer(quiz: Quiz, mode: SessionMode) {
  const outbox = useOutbox()
  const user = useUser()
  const { changes, saved } = useStore(outbox.state)
  const { id } = quiz.assessment
  const completes = quiz.shared === null || quiz.shared.role === 'owner'
  const own = changes.filter((change) => change.assessmentId === id)
  const isReopened = useIsReopened(
    quiz,
    own.some(({ elementId }) => elementId === quiz.element.id),
    saved.at,
  )
  const isLocked = isLockedFor(user.id, quiz)
  const mayAnswerTo = (of: Statement) => !isLocked || isAskedAbout(user.id, quiz, of)
  // What others answer is shown as it is saved. What this device couldn't save is shown beside it.
  const shownChanges = own.filter(
    ({ statementId }) =>
      !isLocked || quiz.statements.some((of) => of.id === statementId && mayAnswerTo(of)),
  )
  const rows = newestRows(quiz.responses, saved, id)
  const notes = newestNotes(quiz.notes, saved, id)
  const isSending = own.some((change) => isSendable(change, changes))
  useReloadAfterMove(quiz, rows, isSending)
  // "Does not apply" without a reason is not an answer.
  const [missingReasons, setMissingReasons] = useState<readonly number[]>([])
  // Counted, because each refused completion moves the focus to the missing reason again.
  const [reasonRequests, setReasonRequests] = useState(0)
  const [unsavedReasons, setUnsavedReasons] = useState<Readonly<Record<number, string>>>({})
  const answers = quiz.statements.map((statement) =>
    missingReasons.includes(statement.id) ? NO_ANSWER : answerTo(statement, rows, shownChanges),
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
  // Counted, because an undone statement is shown from the start.
  const [undone, setUndone] = useState(0)
  const [hasNavigated, setNavigated] = useState(false)
  const statement = quiz.statements[index]
  if (statement === undefined) throw new Error('This element has no statements.')
  // On another statement or page, a lone response waits for nothing.
  useHurry(outbox, statement.id)
  const answer = answers[index] ?? answerTo(statement, rows, shownChanges)
  const answering = useAnswering({ quiz, rows, answers, outbox, mayAnswer: mayAnswerTo })
  const savedNoteOf = (of: Statement) => notes.find((note) => note.statement_id === of.id)

  /** Whether a value that others may have saved isn't shown yet. */
  const isNewer = {
    response: (row: KnownResponse) =>
      row.version >
      (rows.find((one) => one.statement_id === row.statement_id && one.state === row.state)
        ?.version ?? 0),
    note: (note: Note) =>
      note.version > (notes.find((one) => one.statement_id === note.statement_id)?.version ?? 0),
  }

  function noteOf(of: Statement) {
    const waiting = shownChanges.findLast(
      (change) => change.kind === 'note' && change.statementId === of.id,
    )
    return waiting?.kind === 'note' ? waiting.note : (savedNoteOf(of)?.note ?? '')
  }

  function go(to: number) {
    setIndex(Math.min(Math.max(to, 0), quiz.statements.length - 1))
    setNavigated(true)
  }

  function setReasonMissing(isMissing: boolean) {
    const others = (all: readonly number[]) => all.filter((one) => one !== statement?.id)
    setMissingReasons((all) =>
      isMissing && statement ? [...others(all), statement.id] : others(all),
    )
  }

  return {
    quiz,
    mode,
    index,
    statement,
    answer,
    answers,
    /** Of a shared assessment, others answer this element, or its owner has completed it. */
    isLocked,
    /** With what this device couldn't save. */
    unsavedAnswer: (of: Statement) => answerTo(of, rows, own),
    /** Also one of a locked element, about which the user is asked. */
    mayAnswer: mayAnswerTo,
    /** A contributor says that an element is done; its owner completes it. */
    completes,
    /** Whether completing the element now creates the report. */
    createsReport: completes && isReopened && leadsToReport(quiz.elements, quiz.element.id),
    outbox,
    changes: own,
    noteOf,
    isNewer,
    isRefused: (at: number) =>
      own.some((change) => change.refusal && change.statementId === quiz.statements[at]?.id),
    go,
    hasNavigated,
    choose: (state: 1 | 2, level: number) => answering.choose(index, state, level),
    setReason: (reason: string | null) => {
      setReasonMissing(false)
      answering.setReason(statement, reason)
    },
    unsavedReason: unsavedReasons[statement.id] ?? null,
    setUnsavedReason: (text: string) =>
      setUnsavedReasons((all) => ({ ...all, [statement.id]: text })),
    isReasonMissing: missingReasons.includes(statement.id),
    isNoteMissing: isNoteMissing(statement, answer, noteOf(statement)),
    reasonRequests,
    requestReason: () => setReasonRequests((count) => count + 1),
    setReasonMissing,
    confirm: () => answering.confirm(index, statement),
    acceptFuture: () => answering.acceptFuture(index),
    raisedFrom: answering.raisedFrom(statement),
    undone,
    undo: () => {
      const step = answering.undo()
      if (!step) return null
      const restored = new Set(step.answers.map((one) => one.statement.id))
      setMissingReasons((all) => all.filter((one) => !restored.has(one)))
      setUndone((count) => count + 1)
      if (step.index !== null) go(step.index)
      return step
    },
    answering,
    noteVersion: savedNoteOf(statement)?.version ?? 0,
    /** `seen` is the version under which its text was typed. This page may have saved one more since. */
    saveNote: (note: string, seen: number) => {
      const own = savedNoteVersion(saved, id, statement.id)
      answering.add({
        ...answering.targetOf(statement, note),
        kind: 'note',
        note,
        version: Math.max(seen, own),
      })
    },
  }
}

export type Player = ReturnType<typeof usePlayer>

/** Whether others answer the element, or its owner has completed it. */
function isLockedFor(userId: number, { shared, element, elements }: Quiz) {
  const isComplete = elements.some(({ id, is_complete }) => id === element.id && is_complete)
  return !mayAnswer(shared, userId, element.id) || isClosedByOwner(shared, isComplete)
}

function isAskedAbout(userId: number, { shared, element, elements }: Quiz, { id }: Statement) {
  const isComplete = elements.some((one) => one.id === element.id && one.is_complete)
  const of = { id, element_id: element.id }
  return !isClosedByOwner(shared, isComplete) && mayAnswerStatement(shared, userId, of)
}

/** Whether the element was open, or a change on this page has reopened it: an answer, a note or a file. */
function useIsReopened(
  { elements, element, attachments }: Quiz,
  isSending: boolean,
  savedAt: number | null,
) {
  const [before] = useState({
    isOpen: elements.some(({ id, is_complete }) => id === element.id && !is_complete),
    savedAt,
    attachments,
  })
  return (
    before.isOpen || isSending || savedAt !== before.savedAt || attachments !== before.attachments
  )
}

function useHurry({ hurry }: ReturnType<typeof useOutbox>, statementId: number) {
  const shown = useRef(statementId)
  useEffect(() => {
    if (shown.current !== statementId) hurry()
    shown.current = statementId
  }, [hurry, statementId])
  useEffect(() => hurry, [hurry])
}

/**
 * Reloads the quiz if the assessment was moved to another edition since the page was loaded.
 * Saved responses then have another statement set. Waits until all answers to the old statements are sent: the new
 * statements would not have the versions of those that are saved later, and the next answer would conflict with them.
 */
function useReloadAfterMove(quiz: Quiz, rows: readonly KnownResponse[], isSending: boolean) {
  const queryClient = useQueryClient()
  const own = new Set(quiz.statements.map(({ id }) => id))
  const hasMoved =
    rows.some(
      ({ statement_id: id, statement_set_id: set = quiz.id }) => own.has(id) && set !== quiz.id,
    ) || quiz.attachments.some((file) => !own.has(file.statement_id))
  useEffect(() => {
    if (!hasMoved || isSending) return
    for (const { key } of [api.assessments.quiz, api.assessments.overview])
      void queryClient.invalidateQueries({ queryKey: key })
  }, [hasMoved, isSending, queryClient])
}
