import { type Invitation, invitations } from 'contract/invitations'
import { type Server, handleDetached } from '#core/handle.ts'
import {
  checkEmails,
  invite,
  limitInvitations,
  mailInvitation,
  requireGrantable,
} from '#features/people/invite.ts'
import { readAllInvitations, readInvitations, readTheInvitations } from './read-invitations.ts'
import type { AuditAction } from 'contract/audit-labels'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { inviteAddress } from '#support/address-of.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { signLink } from '#support/links.queries.ts'
import { withLockedCaller } from '#features/identity/locked-caller.ts'
import { requireInvitable } from '#features/identity/require-passwords.ts'
import { getHostTenant } from '#support/tenants.queries.ts'
import { tenantContextOf } from './tenant-context.ts'
import { revokeInvitation, lockInvitation } from '#features/people/invitations.queries.ts'

export function invitationRoutes(server: Server): void {
  handleDetached(server, invitations.list, ({ query }, context) => readInvitations(context, query))
  handleDetached(server, invitations.all, ({ query }, context) =>
    readAllInvitations(context, query),
  )
  handleDetached(server, invitations.check, async ({ body }, context) => ({
    faults: await checkEmails(context, body),
  }))
  handleDetached(server, invitations.create, async ({ body }, context) => ({
    invitations: await invite(context, body),
  }))
  handleDetached(server, invitations.resend, ({ params, query }, context) =>
    resendInvitation(context, { ...params, ...query }),
  )
  handleDetached(server, invitations.copyLink, ({ params, query }, context) =>
    copyInvitationLink(context, { ...params, ...query }),
  )
  handleDetached(server, invitations.revoke, ({ params, query }, context) =>
    withdrawInvitation(context, { ...params, ...query }),
  )
}

type Which = { id: number; tenant_id?: number | undefined }

/** Mails a new link for 7 more days. The previous one stops working. */
async function resendInvitation(context: SignedInContext, which: Which) {
  return (await renew(context, which, 'invitation.resent', mailInvitation)).invitation
}

/** Creates a new link to hand over. The previous one stops working, because only hashes are stored. */
async function copyInvitationLink(context: SignedInContext, which: Which) {
  return await renew(context, which, 'invitation.link_copied')
}

async function renew(
  context: SignedInContext,
  { id, tenant_id }: Which,
  action: AuditAction,
  deliver?: typeof mailInvitation,
): Promise<{ url: string; invitation: Invitation }> {
  const tenantContext = await tenantContextOf(context, tenant_id)
  requireInvitable(tenantContext.tenant)
  await limitInvitations(tenantContext, `link ${id}`)
  const url = await withLockedCaller(
    tenantContext,
    [tenantContext.scope.tenantId],
    [],
    async (db) => {
      const { email, roles } = await requireOpen(db, tenantContext, id)
      requireGrantable(tenantContext, roles)
      const signature = await signLink(db, tenantContext.scope, { id, kind: 'invite' })
      await deliver?.(db, tenantContext, { email, roles, signature })
      await recordEvent(db, tenantContext, action, { subject: `link ${id}` })
      return inviteAddress(tenantContext, email, signature)
    },
  )
  const [invitation] = await readTheInvitations(tenantContext, [id])
  if (!invitation) throw notFound('invitation')
  return { url, invitation }
}

async function withdrawInvitation(context: SignedInContext, { id, tenant_id }: Which) {
  // Also for a suspended organisation: the link would work after reactivation.
  const tenantContext = await tenantContextOf(context, tenant_id, getHostTenant)
  await withLockedCaller(tenantContext, [tenantContext.scope.tenantId], [], async (db) => {
    await requireOpen(db, tenantContext, id)
    await revokeInvitation(db, tenantContext.scope, id)
    await recordEvent(db, tenantContext, 'invitation.withdrawn', { subject: `link ${id}` })
  })
}

async function requireOpen(db: Db, { scope }: SignedInContext, id: number) {
  const invitation = await lockInvitation(db, scope, id)
  if (invitation.status === 'open' || invitation.status === 'expired') return invitation
  throw new ApiError(
    'conflict',
    `The invitation to ${invitation.email} has already been accepted or withdrawn. Reload the page.`,
    {
      details: { status: invitation.status },
    },
  )
}
