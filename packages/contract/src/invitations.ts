import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Email, Id, IdText, Timestamp } from './fields.ts'
import { Paging, SearchText, listAnswer, listText, sortText } from './list.ts'
import { Role, isGodLevel } from './permissions.ts'

export const InvitationStatus = z.enum(['open', 'accepted', 'expired', 'revoked'])
export type InvitationStatus = z.infer<typeof InvitationStatus>

export const Invitation = z.object({
  id: Id,
  organisation: z.object({
    id: Id,
    name: z.string(),
    is_platform: z.boolean(),
    /** Nobody can join it: an invitation is withdrawn or waits. */
    is_suspended: z.boolean(),
  }),
  email: z.string(),
  roles: z.array(Role),
  invited_by: z.string().nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
  status: InvitationStatus,
})
export type Invitation = z.infer<typeof Invitation>

/** So many people are invited at once at most. */
export const MOST_INVITED = 500

const Emails = z
  .array(Email)
  .min(1, 'Enter an address')
  .max(MOST_INVITED, `Invite at most ${MOST_INVITED} people at once`)

/** `tenant_id`: an organisation in a god-admin's view; without it the own. */
export const InvitationBody = z.strictObject({
  emails: Emails,
  roles: z.array(Role).min(1, 'Choose a role'),
  tenant_id: Id.optional(),
})
export type InvitationBody = z.infer<typeof InvitationBody>

export const InvitationCheckBody = InvitationBody.omit({ roles: true })
export type InvitationCheckBody = z.infer<typeof InvitationCheckBody>

const Filters = {
  /** Who invites, or where to. */
  name: SearchText,
  email: SearchText,
  status: listText(InvitationStatus).optional(),
}

export const InvitationListQuery = z.strictObject({
  ...Filters,
  ...Paging,
  tenant_id: IdText.optional(),
  /** Only those that wait and do so no longer than two days more. */
  expires: z.literal('soon').optional(),
  sort: sortText(['email', 'created_at', 'expires_at'], 'created_at.desc'),
})
export type InvitationListQuery = z.output<typeof InvitationListQuery>

/** The specification, section 2: the search of `/admin/admin-invites`, which shows further pages below the first. */
export const AdminInvitesQuery = z.strictObject({ ...Filters, ...Paging })
export type AdminInvitesQuery = z.output<typeof AdminInvitesQuery>

const Place = z.strictObject({ tenant_id: IdText.optional() })

/** God-admins and auditors live at the platform, and only a god-admin makes them. */
export function grantableRoles(roles: readonly Role[], isPlatform: boolean): readonly Role[] {
  return isPlatform && isGodLevel(roles) ? Role.options : ['user', 'admin']
}

export const invitations = {
  list: endpoint({
    method: 'GET',
    path: '/invitations',
    access: 'access-to-admin-area',
    summary: 'Invitations into one organisation in view',
    query: InvitationListQuery,
    response: listAnswer(Invitation),
  }),
  all: endpoint({
    method: 'GET',
    path: '/admin-invites',
    access: 'god-level',
    summary: 'A page of the invitations into every organisation and the platform, the newest first',
    query: AdminInvitesQuery,
    response: listAnswer(Invitation),
  }),
  check: endpoint({
    method: 'POST',
    path: '/invitation-checks',
    access: 'invite-users',
    summary: 'Which of these addresses cannot be invited, and why; nothing is sent',
    body: InvitationCheckBody,
    response: z.object({ faults: z.array(z.object({ email: z.string(), message: z.string() })) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/invitations',
    access: 'invite-users',
    summary: 'Invite people into an organisation; each gets a link that works once, for 7 days',
    body: InvitationBody,
    response: z.object({ invitations: z.array(Invitation) }),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/invitations/:id/link',
    access: 'invite-users',
    summary: 'Send a new link in place of the one before',
    params: ById,
    query: Place,
    response: Invitation,
  }),
  copyLink: endpoint({
    method: 'POST',
    path: '/invitations/:id/copied-link',
    access: 'invite-users',
    summary: 'A new link to hand over oneself; the one before stops working',
    params: ById,
    query: Place,
    response: z.object({ url: z.url(), invitation: Invitation }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/invitations/:id',
    access: 'reject-invitations',
    summary: 'Withdraw an invitation: its link stops working',
    params: ById,
    query: Place,
  }),
}
