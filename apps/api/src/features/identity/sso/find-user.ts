import { Email, asOneLine, line } from 'contract/fields'
import { hasPlatformRole } from 'contract/roles'
import { ENCRYPTED_ATTRIBUTE } from '#adapters/saml-attributes.ts'
import type { ProviderClaims } from '#adapters/provider-claims.ts'
import type { App } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { type RecordedRequest, recordEvent } from '#support/audit.queries.ts'
import { linkedMail } from '#features/identity/mail-texts.ts'
import { queueMail } from '#support/queue-mail.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'
import type { SsoConnection } from './connections.queries.ts'
import {
  type KnownUser,
  findByEmail,
  findByIdentity,
  insertIdentity,
  insertSsoUser,
  type Voucher,
} from './identities.queries.ts'
import { SsoFailure } from './sso-failure.ts'

const Name = line(1, 120)

/** Finds an account by subject, then by an address of the connection's domain; else creates a plain user if it may. */
export async function findUser(
  db: Db,
  { app, scope, request }: { app: App; scope: Scope; request: RecordedRequest },
  connection: SsoConnection,
  claimed: ProviderClaims,
): Promise<number> {
  const voucher = voucherOf(connection)
  const known = await findByIdentity(db, scope, voucher, claimed.subject)
  if (known) return activeOnly(known)
  const email = ownEmail(connection, claimed)
  const found = await findByEmail(db, scope, voucher, email)
  if (found?.is_linked) {
    throw new SsoFailure(
      'linked-elsewhere',
      `user ${found.id} is linked to another ID of this provider. Remove the link on the user’s page, or all links of the connection if Waymark was registered again there`,
    )
  }
  const account = found ?? (await createUser(db, scope, connection, { email, name: claimed.name }))
  const userId = activeOnly(account)
  // One organisation can't vouch for roles with access to others.
  if (hasPlatformRole(account.roles)) {
    throw new SsoFailure(
      'link-by-hand',
      `user ${userId} has a role that can’t be linked by email address. They can link single sign-on in their settings`,
    )
  }
  const identity = { ...voucher, subject: claimed.subject, user_id: userId }
  if (!(await insertIdentity(db, scope, identity))) {
    throw new SsoFailure('linked-elsewhere', `user ${userId} was linked at the same time`)
  }
  await recordEvent(
    db,
    { scope, actor: { id: userId }, request },
    found ? 'identity.linked' : 'user.created_by_sso',
    {
      subject: `user ${userId}`,
      details: { issuer: connection.issuer, domain: connection.domain },
    },
  )
  const tenant = found && (await findActiveTenant(db, scope.tenantId))
  if (tenant)
    await queueMail(db, { app, tenant, scope }, { to: email, ...linkedMail(connection.name) })
  return userId
}

export function voucherOf({ id, issuer }: SsoConnection): Voucher {
  return { connectionId: id, issuer }
}

function activeOnly({ id, is_active }: KnownUser): number {
  if (!is_active)
    throw new SsoFailure(
      'inactive',
      `user ${id} is inactive. Activate them on the user’s page if they should sign in`,
    )
  return id
}

/** The address, if it is of the connection's domain and the provider doesn't call it unverified. */
export function ownEmail(
  { domain }: SsoConnection,
  { email, isEmailVerified, attributes }: ProviderClaims,
): string {
  if (email === undefined && attributes?.includes(ENCRYPTED_ATTRIBUTE))
    throw new SsoFailure(
      'misconfigured',
      'the attributes are encrypted, and Waymark has no key for them. Turn off the encryption of attributes at the provider',
    )
  const { data, success } = Email.safeParse(email)
  if (!success)
    throw new SsoFailure(
      'no-email',
      'the provider sends no email address. Add it there, as the attribute or claim “email”',
    )
  if (data.slice(data.lastIndexOf('@') + 1).toLowerCase() !== domain) {
    throw new SsoFailure(
      'other-domain',
      `the address is not of the connection’s domain ${domain}. Add a connection for the other domain, or change the address at the provider`,
    )
  }
  if (isEmailVerified === false)
    throw new SsoFailure('unverified', 'the provider says that the address is not verified')
  return data
}

async function createUser(
  db: Db,
  scope: Scope,
  { creates_users }: SsoConnection,
  { email, name }: { email: string; name: string | undefined },
): Promise<KnownUser> {
  if (!creates_users)
    throw new SsoFailure(
      'no-account',
      'there is no account with this address, and the connection creates none. Invite the user, or let the connection create accounts',
    )
  const shown = Name.safeParse(asOneLine(name ?? '')).data ?? email.slice(0, email.lastIndexOf('@'))
  const created = await insertSsoUser(db, scope, { email, name: shown })
  if (!created) throw new SsoFailure('linked-elsewhere', 'the address was taken at the same time')
  return created
}
