import { ROLE_LABELS } from 'contract/labels'
import { formatList, plural } from 'rules/plural'
import {
  type Invitation,
  type InvitationBody,
  type InvitationCheckBody,
  grantableRoles,
} from 'contract/invitations'
import type { Role } from 'contract/permissions'
import { dayOf, yearOf } from '#core/host-tenant.ts'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { countAttempt } from '#db/rate-limits.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { INVITE_HOURS, insertLink } from '#support/links.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { queueMail } from '#support/queue-mail.ts'
import { withLockedCaller } from '#features/identity/locked-caller.ts'
import { requireInvitable } from '#features/identity/require-passwords.ts'
import { listTakenEmails } from '#features/identity/accounts.queries.ts'
import { tenantContextOf } from '#features/people/invitations/tenant-context.ts'
import { listTasks, listInvitedEmails, revokeExpired } from './invitations.queries.ts'
import { readTheInvitations } from '#features/people/invitations/read-invitations.ts'
import { type Limit, refuseWait } from '#support/limit-attempts.ts'

const PER_TENANT: Limit = { name: 'invitation tenant', most: 1000, windowSeconds: 3600 }
const PER_TARGET: Limit = { name: 'invitation target', most: 5, windowSeconds: 3600 }

/** Invites people into this host's or another visible organisation, all of them or none. */
export async function invite(
  context: SignedInContext,
  { emails: wanted, roles, tenant_id }: InvitationBody,
): Promise<Invitation[]> {
  const tenantContext = await tenantContextOf(context, tenant_id)
  requireInvitable(tenantContext.tenant)
  requireGrantable(tenantContext, roles)
  // Before the limits, so that a refusal doesn't count.
  await tenantContext.inTenant((db) => refuseKnown(db, tenantContext, wanted))
  // The same address in upper and lower case is one person.
  const emails = [...new Map(wanted.map((email) => [email.toLowerCase(), email])).values()]
  for (const email of emails) await limitInvitations(tenantContext, email.toLowerCase())
  const { tenantId } = tenantContext.scope
  const ids = await withLockedCaller(tenantContext, [tenantId], [], async (db) => {
    await revokeExpired(db, tenantContext.scope, emails)
    await refuseKnown(db, tenantContext, wanted)
    const invited: number[] = []
    for (const email of emails) invited.push(await inviteOne(db, tenantContext, email, roles))
    return invited
  })
  return await readTheInvitations(tenantContext, ids)
}

/** Writes one invitation with its mail and its event. Returns its id. */
export async function inviteOne(
  db: Db,
  tenantContext: SignedInContext,
  email: string,
  roles: InvitationBody['roles'],
): Promise<number> {
  const { scope, actor } = tenantContext
  const link = { kind: 'invite', email, roles, invitedBy: actor.id } as const
  const { id, signature } = await insertLink(db, scope, link)
  await mailInvitation(db, tenantContext, { email, roles, signature })
  await recordEvent(db, tenantContext, 'invitation.sent', {
    subject: `link ${id}`,
    details: { email, roles: roles.join(', ') },
  })
  return id
}

/** Which of these addresses `invite` would refuse. */
export async function checkEmails(
  context: SignedInContext,
  { emails, tenant_id }: InvitationCheckBody,
) {
  const tenantContext = await tenantContextOf(context, tenant_id)
  return await tenantContext.inTenant((db) => faultsOf(db, tenantContext, emails))
}

export function requireGrantable(
  { actor, tenant }: SignedInContext,
  roles: InvitationBody['roles'],
): void {
  const grantable = grantableRoles(actor.roles, tenant.kind === 'platform')
  if (roles.every((role) => grantable.includes(role))) return
  throw new ApiError('forbidden', 'You can’t give users these roles here. Choose other roles.', {
    fields: { roles: `Choose from ${formatList(grantable.map((role) => ROLE_LABELS[role]))}` },
  })
}

async function refuseKnown(db: Db, tenantContext: SignedInContext, emails: readonly string[]) {
  const faults = await faultsOf(db, tenantContext, emails)
  if (faults.length === 0) return
  throw new ApiError(
    'email-taken',
    plural(faults.length, {
      one: '# email address already has an account or an invitation. Remove this address.',
      other: '# email addresses already have an account or an invitation. Remove these addresses.',
    }),
    {
      fields: Object.fromEntries(
        faults.map(({ email, message }) => [`emails.${emails.indexOf(email)}`, message]),
      ),
    },
  )
}

// Only for callers who can list the organisation's users anyway.
async function faultsOf(db: Db, { scope }: SignedInContext, emails: readonly string[]) {
  const taken = new Set(await listTakenEmails(db, scope, emails))
  const invited = new Set(await listInvitedEmails(db, scope, emails))
  return emails.flatMap((email) => {
    const norm = email.toLowerCase()
    if (taken.has(norm)) return [{ email, message: `${email} already has an account` }]
    return invited.has(norm) ? [{ email, message: `${email} has already been invited` }] : []
  })
}

/** Limits invitations per organisation and per address. */
export async function limitInvitations({ app, tenant }: SignedInContext, target: string) {
  const count = async (rule: Limit, subject: string) =>
    (await countAttempt(app.pools, app.secret, rule, { subject })).wait
  const ofTenant = await count(PER_TENANT, String(tenant.id))
  const ofTarget = await count(PER_TARGET, `${tenant.id}\n${target}`)
  refuseWait(Math.max(ofTenant, ofTarget), 'Too many invitations were sent.')
}

export async function mailInvitation(
  db: Db,
  tenantContext: SignedInContext,
  { email, roles, signature }: { email: string; roles: readonly Role[]; signature: string },
): Promise<void> {
  const { app, tenant, scope, actor } = tenantContext
  const now = app.adapters.now()
  const answers =
    tenant.kind !== 'platform' && roles.some((role) => role === 'user' || role === 'admin')
  const text = MAILS.invite.text(tenantContext, {
    email,
    signature,
    inviter: actor.name,
    isAdmin: tenant.kind !== 'platform' && roles.includes('admin'),
    tasks: answers ? await listTasks(db, scope, yearOf(tenant, now)) : [],
    today: dayOf(tenant, now),
    until: new Date(now.getTime() + INVITE_HOURS * 3_600_000),
  })
  await queueMail(db, tenantContext, { to: email, ...text })
}
