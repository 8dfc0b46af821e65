import type { ApprovalRequest } from 'contract/approvals'
import { isolated } from '#core/isolated.ts'

type Ended = Pick<ApprovalRequest, 'approver' | 'asked_by'> & {
  state: Exclude<ApprovalRequest['state'], 'asked'>
}

/** For the approver: what became of the last request, which an earlier approver may have decided. */
export function endedText({ state, approver, asked_by }: Ended, userId: number): string {
  const isOwn = approver.id === userId
  const who = isOwn ? 'You' : isolated(approver.name)
  const owner = isolated(asked_by.name)
  if (state === 'approved') return `${who} approved this certification.`
  if (state === 'refused')
    return `${who} didn’t approve this certification. ${owner} can ask you${isOwn ? ' again' : ' for approval'}.`
  return `The last request for approval was cancelled because an answer, a note, a file, the scope or the approver changed. ${owner} can ask for approval again.`
}
