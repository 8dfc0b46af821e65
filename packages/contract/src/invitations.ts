import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Email, Id, IdText, Timestamp } from './fields.ts'
import { Paging, SearchText, listResponse, listText, sortText } from './list.ts'
import { Role } from './permissions.ts'
import { ORGANISATION_ROLES, isGodLevel } from './roles.ts'
import { OrganisationStatus } from './tenants.ts'

export const InvitationStatus = z.enum(['open', 'accepted', 'expired', 'revoked'])
export type InvitationStatus = z.infer<typeof InvitationStatus>

export const Invitation = z.object({
  id: Id,
  organisation: z.object({
    id: Id,
    name: z.string(),
    is_platform: z.boolean(),
    /** No one can join one that isn't active. Invitations to a suspended one can still be withdrawn. */
    status: OrganisationStatus,
  }),
  email: z.string(),
  roles: z.array(Role),
  invited_by: z.string().nullable(),
  created_at: Timestamp,
  /** When the link that works now was created. */
  sent_at: Timestamp,
  expires_at: Timestamp,
  status: InvitationStatus,
})
export type Invitation = z.infer<typeof Invitation>

/** Most people to invite together. */
export const MAX_INVITED = 500

const Emails = z
  .array(Email)
  .min(1, 'Enter an email address')
  .max(MAX_INVITED, `Invite at most ${MAX_INVITED} users at a time`)

/** `tenant_id`: a visible organisation. Without it, your own. */
export const InvitationBody = z.strictObject({
  emails: Emails,
  roles: z.array(Role).min(1, 'Choose a role'),
  tenant_id: Id.optional(),
})
export type InvitationBody = z.infer<typeof InvitationBody>

export const InvitationCheckBody = InvitationBody.omit({ roles: true })
export type InvitationCheckBody = z.infer<typeof InvitationCheckBody>

const Filters = {
  /** Who invites, or the organisation. */
  name: SearchText,
  email: SearchText,
  status: listText(InvitationStatus).optional(),
}

export const InvitationListQuery = z.strictObject({
  ...Filters,
  ...Paging,
  tenant_id: IdText.optional(),
  /** Open invitations that expire within two days. */
  expires: z.literal('soon').optional(),
  sort: sortText(['email', 'created_at', 'expires_at'], 'created_at.desc'),
})
export type InvitationListQuery = z.output<typeof InvitationListQuery>

/** The search of `/admin/admin-invites`, which appends pages. */
export const AdminInvitesQuery = z.strictObject({ ...Filters, ...Paging })
export type AdminInvitesQuery = z.output<typeof AdminInvitesQuery>

const TenantQuery = z.strictObject({ tenant_id: IdText.optional() })

/** God-admins and auditors belong to the platform, and only god-admins invite them. */
export function grantableRoles(roles: readonly Role[], isPlatform: boolean): readonly Role[] {
  return isPlatform && isGodLevel(roles) ? Role.options : ORGANISATION_ROLES
}

export const invitations = {
  list: endpoint({
    method: 'GET',
    path: '/invitations',
    access: 'access-to-admin-area',
    summary: 'List the invitations to your own or another visible organisation',
    query: InvitationListQuery,
    response: listResponse(Invitation),
  }),
  all: endpoint({
    method: 'GET',
    path: '/admin-invites',
    access: 'god-level',
    summary: 'List invitations to all organisations and the platform, newest first',
    query: AdminInvitesQuery,
    response: listResponse(Invitation),
  }),
  check: endpoint({
    method: 'POST',
    path: '/invitation-checks',
    access: 'invite-users',
    summary: 'Check which addresses can’t be invited and why, without sending anything',
    body: InvitationCheckBody,
    response: z.object({ faults: z.array(z.object({ email: z.string(), message: z.string() })) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/invitations',
    access: 'invite-users',
    summary: 'Email invitations with links that work once, for 7 days',
    body: InvitationBody,
    response: z.object({ invitations: z.array(Invitation) }),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/invitations/:id/link',
    access: 'invite-users',
    summary: 'Send an invitation again, with a new link that replaces the earlier one',
    params: ById,
    query: TenantQuery,
    response: Invitation,
  }),
  copyLink: endpoint({
    method: 'POST',
    path: '/invitations/:id/copied-link',
    access: 'invite-users',
    summary: 'Create a new invitation link to share, which replaces the earlier one',
    params: ById,
    query: TenantQuery,
    response: z.object({ url: z.url(), invitation: Invitation }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/invitations/:id',
    access: 'reject-invitations',
    summary: 'Withdraw an invitation, so that its link stops working',
    params: ById,
    query: TenantQuery,
  }),
}
