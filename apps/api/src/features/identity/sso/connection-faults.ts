import type { Connection, ConnectionChange } from 'contract/connections'
import type { SignedInContext } from '#core/context.ts'
import type { Db, Scope } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { isPlatformGod, visibleTenantIds } from '#support/tenant-scope.ts'
import { certificateFault } from '#adapters/certificates.ts'
import { entryPointFault, issuerFault, salesforceFault } from './save-connection.ts'
import { listAllConnections } from './connections.queries.ts'
import { rulesOf } from './settings-of.ts'

type Fields = Partial<
  Pick<
    ConnectionChange,
    'issuer' | 'client_id' | 'client_secret' | 'entry_point' | 'idp_certificate'
  >
>
type Faults = Record<string, string | undefined>

/** The faults of a connection by field. */
export function faultsOf(
  { app }: Pick<SignedInContext, 'app'>,
  kind: string,
  { issuer, client_id, client_secret, entry_point, idp_certificate }: Fields,
): Faults {
  const rules = rulesOf(app)
  const fault = (value: unknown, message: string) => (value === undefined ? undefined : message)
  const salesforce = salesforceFault(issuer, app)
  if (kind === 'saml')
    return {
      issuer: salesforce,
      client_id: fault(client_id, 'Leave this field empty. SAML connections don’t use it.'),
      client_secret: fault(client_secret, 'Leave this field empty. SAML connections don’t use it.'),
      entry_point: entryPointFault(entry_point, rules),
      idp_certificate:
        idp_certificate === undefined ? undefined : certificateFault(idp_certificate),
    }
  const isAddress = issuer === undefined || /^https?:\/\//.test(issuer)
  return {
    entry_point: fault(entry_point, 'Leave this field empty. OpenID connections don’t use it.'),
    idp_certificate: fault(
      idp_certificate,
      'Leave this field empty. OpenID connections don’t use it.',
    ),
    issuer: isAddress
      ? (salesforce ?? issuerFault(issuer, rules))
      : 'Use an address such as https://idp.example.org',
  }
}

/** An admin must not learn the secret by having it sent to another address. */
export function secretFault(
  before: Connection,
  issuer: string | undefined,
  secret: string | undefined,
): Faults {
  const isMoved = issuer !== undefined && issuer !== before.issuer
  return isMoved && before.has_secret && secret === undefined
    ? { client_secret: 'Enter the client secret for the new address' }
    : {}
}

export function refuseFaults(faults: Faults): void {
  const fields = Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault))
  if (Object.keys(fields).length > 0)
    throw new ApiError('invalid-input', 'Some values are not valid. Correct them and try again.', {
      fields: fields as Record<string, string>,
    })
}

// An admin of one organisation has no say in another.
export async function peopleFault(context: SignedInContext, id: number, people_of?: number | null) {
  if (people_of === undefined) return undefined
  if (!isPlatformGod(context))
    throw new ApiError(
      'forbidden',
      'Only a god-admin can choose which organisation’s users sign in here. Ask a god-admin.',
    )
  if (people_of === null) return undefined
  const isOther = people_of !== id && (await visibleTenantIds(context)).includes(people_of)
  return isOther ? undefined : 'Choose another organisation'
}

// The provider decides who signs in at the other organisation.
export function refuseForOthers(context: SignedInContext, { is_for_others }: Connection) {
  if (is_for_others && !isPlatformGod(context))
    throw new ApiError(
      'forbidden',
      'This connection signs in users from another organisation. Only a god-admin can change it.',
    )
}

// The tenant's row is locked, so two changes can't both end the second-last connection.
export async function refuseLast(
  db: Db,
  scope: Scope,
  { sign_in_mode }: { sign_in_mode: string },
  connectionId: number,
) {
  if (sign_in_mode !== 'sso') return
  const isOther = ({ id, is_active }: Pick<Connection, 'id' | 'is_active'>) =>
    is_active && id !== connectionId
  if ((await listAllConnections(db, scope)).some(isOther)) return
  throw new ApiError(
    'last-way-in',
    'This is the last connection that is turned on, and users can only sign in with single sign-on. Allow passwords first.',
  )
}
