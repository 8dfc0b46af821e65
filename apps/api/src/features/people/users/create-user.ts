import type { NewUserBody, UserDetails } from 'contract/users'
import type { SignedInContext } from '#core/context.ts'
import { type Scope, type Db, scopeOf } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { type Limit, limitAttempts } from '#support/limit-attempts.ts'
import { PER_TARGET } from '#support/request-link.ts'
import { insertLink, spendLinksTo } from '#support/links.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { type Sender, queueMail } from '#support/queue-mail.ts'
import { requireInvitable } from '#features/identity/require-passwords.ts'
import { withLockedCaller } from '#features/identity/locked-caller.ts'
import { requireEditor, requireVisible } from '#support/tenant-scope.ts'
import { type NewUser, emailTaken } from '#features/identity/accounts.queries.ts'
import { addUser } from '#features/identity/add-user.ts'
import { requireActive } from '#features/people/locked-users.ts'
import { refuseOrganisationName } from './edit-user.ts'
import { getUserDetails } from './user-record.queries.ts'

const PER_TENANT: Limit = { name: 'user creation', most: 1000, windowSeconds: 3600 }

/** As long as an invitation. */
const WELCOME_HOURS = 168

/** Creates a user, who chooses a password with the mailed link. */
export async function createUser(
  context: SignedInContext,
  { tenant_id, roles, ...details }: NewUserBody,
): Promise<UserDetails> {
  requireEditor(context)
  const { actor } = context
  const tenantId = tenant_id ?? ownOrganisation(context)
  await limitAttempts(context, PER_TENANT, String(tenantId), () => ({ actor }))
  await requireVisible(context, tenantId)
  return await withLockedCaller(context, [tenantId], [], async (db) => {
    const scope = scopeOf(tenantId)
    const tenant = await requireActive(db, scope)
    requireInvitable(tenant)
    refuseOrganisationName({ is_public: tenant.kind === 'public' }, details)
    const id = await addUserWithoutPassword(db, context, tenant, {
      ...details,
      roles: [...new Set(roles)],
    })
    await spendLinksTo(db, scope, ['invite', 'register'], details.email)
    await limitLinks(context, scope, details.email)
    await sendWelcome(db, context, { tenant, scope }, { id, email: details.email })
    await recordEvent(db, { ...context, scope }, 'user.created', {
      subject: `user ${id}`,
      details: { roles: roles.join(', ') },
    })
    return await getUserDetails(db, scope, id)
  })
}

function ownOrganisation({ tenant }: SignedInContext): number {
  if (tenant.kind !== 'platform') return tenant.id
  throw new ApiError('invalid-input', 'The new user has no organisation. Choose one.', {
    fields: { tenant_id: 'Choose an organisation' },
  })
}

type Member = Omit<NewUser, 'password_hash' | 'accepted_terms_version'>

/** Adds a user who has no password and hasn't accepted any terms. */
export async function addUserWithoutPassword(
  db: Db,
  { app }: Pick<SignedInContext, 'app'>,
  { id, name: organisation }: Pick<HostTenant, 'id' | 'name'>,
  member: Member,
): Promise<number> {
  return await addUser(
    db,
    { app, scope: scopeOf(id) },
    {
      ...member,
      password_hash: null,
      accepted_terms_version: 0,
    },
  ).catch((error: unknown) => {
    throw emailTaken(error, organisation)
  })
}

/** Mails a link to a first password. */
export async function sendWelcome(
  db: Db,
  { app }: Pick<Sender, 'app'>,
  { tenant, scope }: { tenant: HostTenant; scope: Scope },
  { id: userId, email }: { id: number; email: string },
): Promise<void> {
  const link = { kind: 'reset', email, userId, hours: WELCOME_HOURS } as const
  const { signature } = await insertLink(db, scope, link)
  await queueMail(
    db,
    { app, tenant, scope },
    { to: email, ...MAILS.welcome.text({ app, tenant }, signature) },
  )
}

/** Counts together with the links that users request themselves. */
export async function limitLinks(context: SignedInContext, { tenantId }: Scope, email: string) {
  const target = `reset\n${tenantId}\n${email.toLowerCase()}`
  await limitAttempts(context, PER_TARGET, target, () => ({ actor: context.actor }))
}
