import type { NewUserBody, UserDetails } from 'contract/users'
import { type Scope, type SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import type { Limit } from '#db/rate-limits.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { limitAttempts } from '#support/limit-attempts.ts'
import { PER_TARGET } from '#support/ask-for-link.ts'
import { insertLink, spendLinksTo } from '#support/links.queries.ts'
import { queueMail } from '#support/queue-mail.ts'
import { requirePasswords } from '#features/identity/require-open.ts'
import { inOrganisation } from '#support/tenant-scope.ts'
import { requireEditor } from '#support/tenant-scope.ts'
import { emailTaken } from '#features/identity/email-taken.ts'
import { insertUser } from '#features/identity/users.queries.ts'
import { requireActive } from '#features/people/change-person.ts'
import { refuseOrganisationName } from './edit-person.ts'
import { welcomeMail } from './person-mails.ts'
import { getPerson } from './person.queries.ts'

const PER_TENANT: Limit = { name: 'user creation', most: 1000, windowSeconds: 3600 }

/** A link to a first password works as long as an invitation. */
const WELCOME_HOURS = 168

/** Adds somebody to an organisation; they choose their password by the mailed link. */
export async function createPerson(
  context: SignedInContext,
  { tenant_id, roles, ...details }: NewUserBody,
): Promise<UserDetails> {
  requireEditor(context)
  const { actor } = context
  const tenantId = tenant_id ?? ownOrganisation(context)
  await limitAttempts(context, PER_TENANT, String(tenantId), () => ({ actor }))
  return await inOrganisation(context, tenantId, async (db, scope) => {
    const tenant = await requireActive(db, scope)
    requirePasswords(tenant)
    refuseOrganisationName({ is_public: tenant.kind === 'public' }, details)
    const id = await insertMember(db, scope, tenant, {
      ...details,
      roles: [...new Set(roles)],
    })
    await spendLinksTo(db, scope, ['invite', 'register'], details.email)
    await sendWelcome(db, context, { tenant, scope }, { id, email: details.email })
    await recordEvent(db, { ...context, scope }, 'user.created', {
      subject: `user ${id}`,
      details: { roles: roles.join(', ') },
    })
    return await getPerson(db, scope, id)
  })
}

function ownOrganisation({ tenant }: SignedInContext): number {
  if (tenant.kind !== 'platform') return tenant.id
  throw new ApiError('invalid-input', 'Some of what was sent is not valid.', {
    fields: { tenant_id: 'Choose an organisation' },
  })
}

type Member = {
  name: string
  email: string
  organisation_name?: string | null | undefined
  roles: string[]
}

/** Without a password, and with the terms still to be accepted. */
export async function insertMember(
  db: Db,
  scope: Scope,
  { name: where }: Pick<HostTenant, 'name'>,
  member: Member,
): Promise<number> {
  return await insertUser(db, scope, {
    ...member,
    organisation_name: member.organisation_name ?? null,
    password_hash: null,
    accepted_terms_version: 0,
  }).catch((error: unknown) => {
    throw emailTaken(error, where)
  })
}

type To = { id: number; email: string }

/** Mails a link to a first password, in the organisation's name. */
export async function sendWelcome(
  db: Db,
  context: SignedInContext,
  place: { tenant: HostTenant; scope: Scope },
  { id: userId, email }: To,
): Promise<void> {
  const { app } = context
  await limitLinks(context, place.scope, email)
  const { signature } = await insertLink(db, place.scope, {
    kind: 'reset',
    email,
    userId,
    hours: WELCOME_HOURS,
  })
  await queueMail(
    db,
    { app, ...place },
    { to: email, ...welcomeMail({ app, ...place }, signature) },
  )
}

/** The same count as for people who ask for a link themselves: no address is flooded. */
export async function limitLinks(
  context: SignedInContext,
  { tenantId }: Scope,
  email: string,
): Promise<void> {
  const target = `reset\n${tenantId}\n${email.toLowerCase()}`
  await limitAttempts(context, PER_TARGET, target, () => ({ actor: context.actor }))
}
