import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Email, Id, Timestamp } from './fields.ts'
import { Role, isGodLevel } from './permissions.ts'

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  roles: z.array(Role),
  invited_by: z.string().nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
  status: z.enum(['open', 'accepted', 'expired', 'revoked']),
})
export type Invitation = z.infer<typeof Invitation>

export const InvitationBody = z.strictObject({
  emails: z.array(Email).min(1, 'Enter an address').max(50, 'Invite at most 50 people at once'),
  roles: z.array(Role).min(1, 'Choose a role'),
})
export type InvitationBody = z.infer<typeof InvitationBody>

/** God-admins and auditors live at the platform, and only a god-admin makes them (domain model, tenancy). */
export function grantableRoles(roles: readonly Role[], isPlatform: boolean): readonly Role[] {
  return isPlatform && isGodLevel(roles) ? Role.options : ['user', 'admin']
}

export const invitations = {
  list: endpoint({
    method: 'GET',
    path: '/invitations',
    access: 'invite-users',
    summary: 'Invitations of this organisation, newest first',
    response: z.object({ invitations: z.array(Invitation) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/invitations',
    access: 'invite-users',
    summary: 'Invite people into this organisation; each gets a link that works once, for 7 days',
    body: InvitationBody,
    response: z.object({ invitations: z.array(Invitation) }),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/invitations/:id/link',
    access: 'invite-users',
    summary: 'Send a new link in place of the one before',
    params: ById,
    response: Invitation,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/invitations/:id',
    access: 'reject-invitations',
    summary: 'Withdraw an invitation: its link stops working',
    params: ById,
  }),
}
