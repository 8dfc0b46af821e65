import type { Note, ResponseChange, ResponseConflict, SavedResponse } from 'contract/assessments'

export interface Refusal {
  code: string
  message: string
  conflict?: ResponseConflict | undefined
  note?: Note | undefined
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
}

export type ResponseChoice = ChangeBase &
  Pick<ResponseChange, 'state' | 'statement_response_id' | 'not_applicable_reason' | 'version'> & {
    kind: 'response'
  }
export type NoteText = ChangeBase & { kind: 'note'; note: string; version: number }
type Confirmation = ChangeBase & { kind: 'confirmation' }

export type Change = ResponseChoice | NoteText | Confirmation

export interface Acknowledgement {
  responses?: SavedResponse[]
  note?: Note
}

export interface AcknowledgedChange {
  sent: Change
  answer: Acknowledgement
}

export function nextToSend(changes: readonly Change[]): Change | undefined {
  const blocked = new Set(changes.filter((change) => change.refusal).map(targetOf))
  return changes.find((change) => !blocked.has(targetOf(change)))
}

export function isSendable(change: Change, changes: readonly Change[]) {
  return !changes.some((other) => other.refusal && targetOf(other) === targetOf(change))
}

export function countAnswers(changes: readonly Change[]) {
  return new Set(changes.map(({ assessmentId, statementId }) => `${assessmentId} ${statementId}`))
    .size
}

export function acknowledge(changes: readonly Change[], sent: Change, answer: Acknowledgement) {
  return changes
    .filter((change) => change.key !== sent.key)
    .map((change) => (targetOf(change) === targetOf(sent) ? rebase(change, sent, answer) : change))
}

/** A change from another tab on the same version continues from the version that `sent` reached. */
export function rebaseOnAcknowledged(change: Change, { sent, answer }: AcknowledgedChange): Change {
  const isSame = targetOf(change) === targetOf(sent) && fieldOf(change) === fieldOf(sent)
  if (!isSame || versionOf(change) !== versionOf(sent)) return change
  return rebase(change, sent, answer)
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

function rebase(change: Change, sent: Change, answer: Acknowledgement): Change {
  if (change.kind === 'confirmation') return change
  const version = versionIn(change, answer)
  if (version === undefined) return change
  // If someone else saved before this retry was answered, the next change has to conflict.
  if (!isCurrent(sent, answer) && 'version' in sent) return { ...change, version: sent.version + 1 }
  return { ...change, version }
}

function versionIn(change: Change, answer: Acknowledgement) {
  if (change.kind === 'note') return answer.note?.version
  if (change.kind === 'confirmation') return undefined
  return answer.responses?.find(
    (row) => row.statement_id === change.statementId && row.state === change.state,
  )?.version
}

function isCurrent(sent: Change, answer: Acknowledgement) {
  if (sent.kind === 'note') return answer.note?.note === sent.note
  if (sent.kind === 'confirmation') return true
  const row = answer.responses?.find(
    ({ statement_id, state }) => statement_id === sent.statementId && state === sent.state,
  )
  return (
    row?.statement_response_id === sent.statement_response_id &&
    row.not_applicable_reason === sent.not_applicable_reason
  )
}
