import { Email, asOneLine, line } from 'contract/fields'
import { ENCRYPTED_ATTRIBUTE } from '#adapters/saml-attributes.ts'
import type { ProviderClaims } from '#adapters/provider-claims.ts'
import type { App } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import type { RecordedRequest } from '#support/audit.queries.ts'
import { joinAwaited } from '#support/join-awaited.ts'
import { type Refusal, resolveAccount } from '#features/identity/resolve-account.ts'
import type { SsoConnection } from './connections.queries.ts'
import { type KnownUser, type Voucher, insertSsoUser } from './identities.queries.ts'
import { SsoFailure } from './sso-failure.ts'

const Name = line(1, 120)

/** Finds an account by subject, then by an address of the connection's domain; else creates a plain user if it may. */
export async function findUser(
  db: Db,
  origin: { app: App; scope: Scope; request: RecordedRequest },
  connection: SsoConnection,
  claimed: ProviderClaims,
): Promise<number> {
  const email = emailOf(connection, claimed)
  const fault = email instanceof SsoFailure ? email : undefined
  const resolved = await resolveAccount(db, origin, {
    voucher: voucherOf(connection),
    subject: claimed.subject,
    matching: claimed.matching,
    name: connection.name,
    details: { issuer: connection.issuer, domain: connection.domain },
    email: email instanceof SsoFailure ? undefined : email,
    create: (address) => createUser(db, origin, connection, { email: address, name: claimed.name }),
  })
  if (!('why' in resolved)) return resolved.userId
  throw resolved.why === 'no-email' && fault ? fault : failureOf(resolved)
}

function failureOf(refusal: Refusal): SsoFailure {
  if (refusal.why === 'taken')
    return new SsoFailure(
      'linked-elsewhere',
      'another user was created with the same email address at the same time. Start again',
    )
  if (!('userId' in refusal))
    return new SsoFailure(
      'no-account',
      'there is no account with the email address that the provider sent, and the connection doesn’t create accounts. Let the connection create accounts, or invite the user if passwords are allowed',
    )
  const user = `user ${refusal.userId}`
  if (refusal.why === 'inactive')
    return new SsoFailure(
      'inactive',
      `${user} is inactive. Activate them on the user’s page if they should sign in`,
    )
  if (refusal.why === 'platform-role')
    return new SsoFailure(
      'link-by-hand',
      `${user} has a role that doesn’t allow linking by email address. They can link single sign-on in their settings`,
    )
  return new SsoFailure(
    'linked-elsewhere',
    `${user} is linked to another ID of this provider. Remove the link on the user’s page, or all links of the connection if Waymark was registered again at the provider. If this happens again, the ID changes at each sign-in. Set the provider to send an ID that never changes`,
  )
}

export function voucherOf({ id, issuer }: SsoConnection): Voucher {
  return { connectionId: id, issuer }
}

/** The address, if the connection vouches for it. */
export function ownEmail(connection: SsoConnection, claimed: ProviderClaims): string {
  const email = emailOf(connection, claimed)
  if (email instanceof SsoFailure) throw email
  return email
}

/** The address, if it is of the connection's domain and the provider doesn't call it unverified; else why not. */
function emailOf(
  { domain }: SsoConnection,
  { email, isEmailVerified, attributes }: ProviderClaims,
): string | SsoFailure {
  if (email === undefined && attributes?.includes(ENCRYPTED_ATTRIBUTE))
    return new SsoFailure(
      'misconfigured',
      'the attributes are encrypted, and Waymark has no key for them. Turn off the encryption of attributes at the provider',
    )
  const { data, success } = Email.safeParse(email)
  // Our own fields would leave them out, and find the account of another address.
  if (!success || /\p{Cc}/u.test(email ?? ''))
    return new SsoFailure(
      'no-email',
      email === undefined
        ? 'the provider sends no email address for this user. Set the provider to send one as the attribute or claim “email”'
        : 'the provider sends an email address that can’t be used. Set the provider to send one address such as name@example.org as the attribute or claim “email”',
    )
  if (data.slice(data.lastIndexOf('@') + 1).toLowerCase() !== domain) {
    return new SsoFailure(
      'other-domain',
      `the user’s email address isn’t in the connection’s domain ${domain}. Add a connection for the other domain, or change the address at the provider`,
    )
  }
  if (isEmailVerified === false)
    return new SsoFailure(
      'unverified',
      'the provider says that the user’s email address is not verified. Verify the address there, or set the provider to send email_verified as true',
    )
  return data
}

async function createUser(
  db: Db,
  origin: { app: App; scope: Scope },
  { creates_users }: SsoConnection,
  { email, name }: { email: string; name: string | undefined },
): Promise<KnownUser | 'taken' | undefined> {
  if (!creates_users) return undefined
  const shown = Name.safeParse(asOneLine(name ?? '')).data ?? email.slice(0, email.lastIndexOf('@'))
  const user = await insertSsoUser(db, origin.scope, { email, name: shown })
  if (!user) return 'taken'
  await joinAwaited(db, origin, user)
  return user
}
