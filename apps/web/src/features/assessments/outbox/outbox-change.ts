import type { ResponseChange } from 'contract/answers'
import type { ElementProgress, Note, ResponseConflict, SavedResponse } from 'contract/assessments'

export interface Refusal {
  code: string
  message: string
  conflict?: ResponseConflict | undefined
  note?: Note | undefined
  /** Who saved the note. */
  savedBy?: string | null | undefined
}

interface ChangeBase {
  /** The order of sending, given by the database. */
  seq?: number
  /** New for each change, the same for each retry. */
  key: string
  /** Tenant host and user; only this user can see and send the change. */
  owner: string
  assessmentId: number
  elementId: number
  statementId: number
  chosenAt: string
  refusal?: Refusal | undefined
  /** In a shared assessment, which the user may be removed from: what to show without it. */
  about?: About | undefined
}

interface About {
  statement: string
  answer: string
}

export type ResponseChoice = ChangeBase &
  Pick<ResponseChange, 'state' | 'statement_response_id' | 'not_applicable_reason' | 'version'> & {
    kind: 'response'
    /** The other response of the statement is still to be chosen. */
    isLone?: boolean | undefined
  }
export type NoteText = ChangeBase & { kind: 'note'; note: string; version: number }
type Confirmation = ChangeBase & { kind: 'confirmation' }

export type Change = ResponseChoice | NoteText | Confirmation

/** A response as the page knows it, from a quiz or a save. A save names the statement set only after a move. */
export type KnownResponse = Omit<SavedResponse, 'statement_set_id' | 'updated_at'> & {
  statement_set_id?: number | undefined
}

/** Of the element that was answered. */
export type SavedProgress = Pick<ElementProgress, 'id' | 'answered' | 'to_confirm' | 'is_complete'>

export interface Acknowledgement {
  responses?: KnownResponse[]
  element?: SavedProgress | null | undefined
  note?: Note
}

export interface AcknowledgedChange {
  sent: Change[]
  answer: Acknowledgement
}

/** Refused, and no page of an assessment shows it: its user doesn't take part any more, or the statement is gone. */
export function isLost({ refusal }: Change): boolean {
  return refusal?.code === 'not-found'
}

/** What the next request sends: one change, or both choices of a statement. */
export function nextToSend(changes: readonly Change[]): Change[] {
  const blocked = new Set(changes.filter((change) => change.refusal).map(targetOf))
  const open = changes.filter((change) => !blocked.has(targetOf(change)))
  const [first] = open
  if (!first) return []
  const second = open.find((other) => other !== first && targetOf(other) === targetOf(first))
  const isPair = isChoice(first) && second && isChoice(second) && second.state !== first.state
  return isPair ? [first, second] : [first]
}

function isChoice(change: Change): change is ResponseChoice {
  return change.kind === 'response'
}

/** Milliseconds in which the second response of a statement is sent in the same request as the first. */
const PAIR_TIME = 3000

/** How long the next request waits, because its only response is the last thing that was chosen. */
export function waitForPair(changes: readonly Change[], now: number): number {
  const [only, ...others] = nextToSend(changes)
  if (!only || others.length > 0 || !isChoice(only) || !only.isLone) return 0
  if (only.key !== changes.at(-1)?.key) return 0
  // The device's clock may have been put back.
  return Math.min(PAIR_TIME, Math.max(0, Date.parse(only.chosenAt) + PAIR_TIME - now))
}

export function isSendable(change: Change, changes: readonly Change[]) {
  return !changes.some((other) => other.refusal && targetOf(other) === targetOf(change))
}

export function countAnswers(changes: readonly Change[]) {
  return new Set(changes.map(({ assessmentId, statementId }) => `${assessmentId} ${statementId}`))
    .size
}

export function acknowledge(
  changes: readonly Change[],
  sent: readonly Change[],
  answer: Acknowledgement,
) {
  const keys = new Set(sent.map(({ key }) => key))
  return changes
    .filter(({ key }) => !keys.has(key))
    .map((change) => rebaseOn(change, sent, answer, targetOf))
}

/** A change from another tab on the same version, or written late, continues from the version that `sent` reached. */
export function rebaseOnAcknowledged(change: Change, { sent, answer }: AcknowledgedChange): Change {
  const rebased = rebaseOn(
    change,
    sent,
    answer,
    (one) => `${targetOf(one)} ${fieldOf(one)} ${versionOf(one)}`,
  )
  return rebased === change ? rebaseOnRaised(change, sent, answer) : rebased
}

/** The current response that was saved has raised the future one that the change replaces. */
function rebaseOnRaised(change: Change, sent: readonly Change[], answer: Acknowledgement): Change {
  return isChoice(change) && isRaised(change, change.version, sent, answer)
    ? { ...change, version: change.version + 1 }
    : change
}

/** Whether the current response that was sent has raised the future one from this version. */
function isRaised(
  future: ResponseChoice,
  version: number,
  sent: readonly Change[],
  answer: Acknowledgement,
) {
  const row = rowOf(future, answer)
  const isOfRow = (one: Change) =>
    isChoice(one) &&
    one.state === 1 &&
    targetOf(one) === targetOf(future) &&
    one.statement_response_id === row?.statement_response_id
  return future.state === 2 && row?.version === version + 1 && [sent].flat().some(isOfRow)
}

function rebaseOn(
  change: Change,
  sent: readonly Change[],
  answer: Acknowledgement,
  placeOf: (change: Change) => string,
) {
  // A tab with release 0.2 sends one change alone.
  const before = [sent].flat().filter((one) => placeOf(one) === placeOf(change))
  // Of a pair, the choice of the same state says whether someone else has saved since.
  const own = before.find((one) => fieldOf(one) === fieldOf(change)) ?? before[0]
  return own ? rebase(change, own, [sent].flat(), answer) : change
}

export function refuse(changes: readonly Change[], sent: Change, refusal: Refusal) {
  return changes.map((change) => (change.key === sent.key ? { ...change, refusal } : change))
}

/** Sends all changes to the refused target again, based on the server's version. */
export function retryRefused(changes: readonly Change[], refused: Change, newKey: () => string) {
  const { conflict, note } = refused.refusal ?? {}
  return changes.map((change) => {
    if (targetOf(change) !== targetOf(refused)) return change
    const version = versionIn(change, { ...conflict, ...(note && { note }) })
    const retried = { ...change, key: newKey(), refusal: undefined }
    return version === undefined || retried.kind === 'confirmation'
      ? retried
      : { ...retried, version }
  })
}

export function discardRefused(changes: readonly Change[], refused: Change) {
  return changes.filter((change) => targetOf(change) !== targetOf(refused))
}

/** Responses and the confirmation of a statement share one target; its note has its own. */
function targetOf(change: Change) {
  const part = change.kind === 'note' ? 'note' : 'answer'
  return `${change.assessmentId} ${change.statementId} ${part}`
}

function fieldOf(change: Change) {
  return change.kind === 'response' ? change.state : change.kind
}

function versionOf(change: Change) {
  return change.kind === 'confirmation' ? undefined : change.version
}

function rebase(
  change: Change,
  own: Change,
  sent: readonly Change[],
  answer: Acknowledgement,
): Change {
  if (change.kind === 'confirmation') return change
  const version = versionIn(change, answer)
  if (version === undefined) return change
  // If someone else saved before this retry was answered, the next change has to conflict.
  if ('version' in own && !isCurrent(own, sent, answer))
    return { ...change, version: own.version + 1 }
  return { ...change, version }
}

function versionIn(change: Change, answer: Acknowledgement) {
  if (change.kind === 'note') return answer.note?.version
  if (change.kind === 'confirmation') return undefined
  return rowOf(change, answer)?.version
}

function rowOf({ statementId, state }: ResponseChoice, { responses }: Acknowledgement) {
  return responses?.find((row) => row.statement_id === statementId && row.state === state)
}

function isCurrent(own: Change, sent: readonly Change[], answer: Acknowledgement) {
  if (own.kind === 'note') return answer.note?.note === own.note
  if (own.kind === 'confirmation') return true
  const row = rowOf(own, answer)
  return (
    (row?.statement_response_id === own.statement_response_id &&
      row.not_applicable_reason === own.not_applicable_reason) ||
    isRaised(own, own.version + 1, sent, answer)
  )
}
