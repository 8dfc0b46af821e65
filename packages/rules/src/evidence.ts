import type { Attachment } from 'contract/attachments'

/** Files that are here: what has not arrived, or holds a virus, shows nothing. */
const SHOWS_SOMETHING = new Set<Attachment['status']>(['clean', 'scanning'])

type Asking = { id: number; asks_for_evidence: boolean }

/** Whether the declared response of a statement asks for evidence. */
export function isEvidenceAsked(responses: readonly Asking[], current: number | null): boolean {
  return responses.some(({ id, asks_for_evidence: asks }) => asks && id === current)
}

/** Whether a file shows something at all, whatever is in it. */
export function isEvidence({ status }: Pick<Attachment, 'status'>): boolean {
  return SHOWS_SOMETHING.has(status)
}

/** The files that count as evidence of a statement. */
export function evidenceOf<File extends Pick<Attachment, 'statement_id' | 'status'>>(
  attachments: readonly File[],
  statementId: number,
): File[] {
  return attachments.filter((file) => file.statement_id === statementId && isEvidence(file))
}
