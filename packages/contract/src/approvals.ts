import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, Timestamp, text } from './fields.ts'
import { People, Person } from './shared-assessments.ts'

/** A request to approve a certification. A change of the answers clears it. */
const ApprovalRequest = z.object({
  id: Id,
  state: z.enum(['asked', 'approved', 'refused', 'cleared']),
  approver: Person,
  asked_by: Person,
  asked_at: Timestamp,
  ended_at: Timestamp.nullable(),
  reason: z.string().nullable(),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

const ChangedStatement = z.object({
  statement_id: Id,
  element_id: Id,
  text: z.string(),
  by: Person,
  at: Timestamp,
})
export type ChangedStatement = z.infer<typeof ChangedStatement>

export const Approvals = z.object({
  approver: Person.nullable(),
  /** Newest first. */
  requests: z.array(ApprovalRequest),
  /** Since the request before, or since the last one if it was cleared. */
  changes: z.array(ChangedStatement),
})
export type Approvals = z.infer<typeof Approvals>

/** One person approves a shared certification before it is submitted. */
export const approvals = {
  setApprover: endpoint({
    method: 'PUT',
    path: '/assessments/:id/approver',
    access: 'access-to-private-area',
    summary: 'As the owner or an admin, choose or remove the approver of a shared certification',
    params: ById,
    body: z.strictObject({ user_id: Id.nullable() }),
    response: People,
  }),
  list: endpoint({
    method: 'GET',
    path: '/assessments/:id/approvals',
    access: 'access-to-private-area',
    summary:
      'List the requests to approve a shared certification, and the statements that changed since the previous request',
    params: ById,
    response: Approvals,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/assessments/:id/approvals/approve',
    access: 'access-to-private-area',
    summary: 'As the approver, approve a certification and submit it for review',
    params: ById,
    body: z.strictObject({ request: Id }),
    response: Approvals,
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/assessments/:id/approvals/refuse',
    access: 'access-to-private-area',
    summary: 'As the approver, give a certification back to its owner with a reason',
    params: ById,
    body: z.strictObject({ request: Id, reason: text(1, 2000) }),
    response: Approvals,
  }),
}
