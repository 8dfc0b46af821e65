import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Day, Id, IdText, Timestamp } from './fields.ts'
import { Paging, SearchText, listResponse } from './list.ts'

export const SentMail = z.object({
  id: Id,
  tenant: z.object({ id: Id, name: z.string() }),
  recipient: z.string(),
  /** What kind of email it was. Its text is deleted once it is sent. */
  subject: z.string(),
  sent_at: Timestamp,
  /** What the mail server answered. Null if an earlier version sent it. */
  response: z.string().nullable(),
})
export type SentMail = z.infer<typeof SentMail>

const Filters = {
  /** Finds recipients and subjects. */
  search: SearchText,
  from: Day.optional(),
  to: Day.optional(),
  tenant_id: IdText.optional(),
}
const SentMailFilter = z.strictObject(Filters)
export type SentMailFilter = z.output<typeof SentMailFilter>

export const sentMails = endpoint({
  method: 'GET',
  path: '/sent-mails',
  access: 'create-users',
  summary: 'List the emails that the visible organisations sent in the last 30 days, newest first',
  query: z.strictObject({ ...Paging, ...Filters }),
  response: listResponse(SentMail),
})
