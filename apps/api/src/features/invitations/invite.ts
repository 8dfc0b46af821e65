import { type Invitation, type InvitationBody, grantableRoles } from 'contract/invitations'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { type Limit, countAttempt } from '#db/rate-limits.ts'
import { recordEvent } from '#features/audit/audit.queries.ts'
import { insertLink, signLink } from '#features/links/links.queries.ts'
import { queueMail } from '#features/mails/queue-mail.ts'
import { inviteMail } from '#features/registration/mail-texts.ts'
import { requirePasswords } from '#features/registration/require-open.ts'
import { listTakenEmails } from '#features/users/users.queries.ts'
import {
  getInvitation,
  listInvitedEmails,
  lockOpenInvitation,
  revokeInvitation,
} from './invitations.queries.ts'

const PER_TENANT: Limit = { name: 'invitation tenant', most: 1000, windowSeconds: 3600 }
const PER_TARGET: Limit = { name: 'invitation target', most: 5, windowSeconds: 3600 }

/** Invites people into the organisation of this host: all of them or none. */
export async function invite(
  context: SignedInContext,
  { emails: wanted, roles }: InvitationBody,
): Promise<Invitation[]> {
  requirePasswords(context.tenant)
  requireGrantable(context, roles)
  // The same address twice, in whatever case, is one person.
  const emails = [...new Map(wanted.map((email) => [email.toLowerCase(), email])).values()]
  for (const email of emails) await limit(context, email.toLowerCase())
  return await context.inTenant(async (db) => {
    await refuseKnown(db, context, wanted)
    const invitations: Invitation[] = []
    for (const email of emails) invitations.push(await inviteOne(db, context, email, roles))
    return invitations
  })
}

/** Whoever invites from the platform is nobody that the organisation's own rows could name. */
export async function inviteOne(
  db: Db,
  context: SignedInContext,
  email: string,
  roles: InvitationBody['roles'],
): Promise<Invitation> {
  const { scope, actor, request } = context
  const isOwn = actor.tenantId === scope.tenantId
  const link = { kind: 'invite', email, roles, ...(isOwn && { invitedBy: actor.id }) } as const
  const { id, signature } = await insertLink(db, scope, link)
  await mail(db, context, email, signature)
  await recordEvent(db, scope, {
    action: 'invited',
    actorId: actor.id,
    subject: `link ${id}`,
    details: { email, roles: roles.join(', ') },
    requestId: request.id,
  })
  return await getInvitation(db, scope, id)
}

/** Sends a new link for 7 more days; the one before stops working. */
export async function resendInvitation(context: SignedInContext, id: number): Promise<Invitation> {
  requirePasswords(context.tenant)
  await limit(context, `link ${id}`)
  const { scope, actor, request } = context
  return await context.inTenant(async (db) => {
    const { email, roles } = await requireOpen(db, context, id)
    requireGrantable(context, roles)
    await mail(db, context, email, await signLink(db, scope, { id, kind: 'invite' }))
    await recordEvent(db, scope, {
      action: 'invitation sent again',
      actorId: actor.id,
      subject: `link ${id}`,
      requestId: request.id,
    })
    return await getInvitation(db, scope, id)
  })
}

export async function withdrawInvitation(
  db: Db,
  context: SignedInContext,
  id: number,
): Promise<void> {
  const { scope, actor, request } = context
  await requireOpen(db, context, id)
  await revokeInvitation(db, scope, id)
  await recordEvent(db, scope, {
    action: 'invitation withdrawn',
    actorId: actor.id,
    subject: `link ${id}`,
    requestId: request.id,
  })
}

async function requireOpen(db: Db, { scope }: SignedInContext, id: number): Promise<Invitation> {
  const isOpen = await lockOpenInvitation(db, scope, id)
  const invitation = await getInvitation(db, scope, id)
  if (isOpen) return invitation
  throw new ApiError('conflict', 'This invitation was accepted or withdrawn already.', {
    details: { status: invitation.status },
  })
}

function requireGrantable({ actor, tenant }: SignedInContext, roles: InvitationBody['roles']) {
  const grantable = grantableRoles(actor.roles, tenant.kind === 'platform')
  if (roles.every((role) => grantable.includes(role))) return
  throw new ApiError('forbidden', 'You cannot give these roles here.', {
    fields: { roles: `Choose from ${grantable.join(', ')}` },
  })
}

// Told to people of the organisation only, who see its people anyway.
async function refuseKnown(db: Db, { scope }: SignedInContext, emails: readonly string[]) {
  const taken = new Set(await listTakenEmails(db, scope, emails))
  const invited = new Set(await listInvitedEmails(db, scope, emails))
  const faults = emails.flatMap((email, index) => {
    const norm = email.toLowerCase()
    if (taken.has(norm)) return [[`emails.${index}`, `${email} has an account already`]]
    return invited.has(norm) ? [[`emails.${index}`, `${email} is invited already`]] : []
  })
  if (faults.length > 0)
    throw new ApiError('email-taken', 'Some of these people are here or invited already.', {
      fields: Object.fromEntries(faults),
    })
}

async function limit({ app, tenant }: SignedInContext, target: string) {
  const count = async (rule: Limit, subject: string) =>
    (await countAttempt(app.pools, app.secret, rule, subject)).wait
  const ofTenant = await count(PER_TENANT, String(tenant.id))
  const ofTarget = await count(PER_TARGET, `${tenant.id}\n${target}`)
  const wait = Math.max(ofTenant, ofTarget)
  if (wait > 0)
    throw new ApiError('too-many-requests', 'Too many invitations. Wait a while and try again.', {
      retryAfter: wait,
    })
}

async function mail(db: Db, context: SignedInContext, email: string, signature: string) {
  const text = inviteMail(context, { email, signature, inviter: context.actor.name })
  await queueMail(db, context, { to: email, ...text })
}
