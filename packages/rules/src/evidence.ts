import type { Attachment } from 'contract/attachments'

/** Unfinished uploads and files with a virus don't count. */
const COUNTED = new Set<Attachment['status']>(['clean', 'scanning'])

type Asking = { id: number; asks_for_evidence: boolean }

/** Whether the declared response of a statement asks for evidence. */
export function isEvidenceRequired(responses: readonly Asking[], current: number | null): boolean {
  return responses.some(({ id, asks_for_evidence: asks }) => asks && id === current)
}

type Shown = {
  attachments: readonly unknown[]
  changed: unknown
  responses: readonly Asking[]
  current: number | null
}

/** Whether an auditor must look at a statement before confirming it together with others. */
export function isNotable({ attachments, changed, responses, current }: Shown): boolean {
  return attachments.length > 0 || changed !== null || isEvidenceRequired(responses, current)
}

export function isEvidence({ status }: Pick<Attachment, 'status'>): boolean {
  return COUNTED.has(status)
}

export function evidenceOf<File extends Pick<Attachment, 'statement_id' | 'status'>>(
  attachments: readonly File[],
  statementId: number,
): File[] {
  return attachments.filter((file) => file.statement_id === statementId && isEvidence(file))
}
