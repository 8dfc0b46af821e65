import type { Connection, ConnectionChange } from 'contract/connections'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { certificatesIn } from './certificates.ts'
import { addressFault } from './connect.ts'
import { isStrictOf } from './settings-of.ts'

type Fields = Partial<Pick<ConnectionChange, 'issuer' | 'client_id' | 'client_secret'>> &
  Partial<Pick<ConnectionChange, 'entry_point' | 'idp_certificate'>>
type Faults = Record<string, string | undefined>

/** What is wrong with these fields of a connection, by their names. */
export function faultsOf(
  { app }: Pick<SignedInContext, 'app'>,
  kind: string,
  fields: Fields,
): Faults {
  const isStrict = isStrictOf(app)
  if (kind === 'saml')
    return {
      ...others(fields, ['client_id', 'client_secret'], 'A SAML connection has none'),
      entry_point: addressFault(fields.entry_point, isStrict),
      idp_certificate: certificateFault(fields.idp_certificate),
    }
  return {
    ...others(fields, ['entry_point', 'idp_certificate'], 'An OpenID connection has none'),
    issuer: issuerFault(fields.issuer, isStrict),
  }
}

function others(fields: Fields, names: (keyof Fields)[], fault: string): Faults {
  return Object.fromEntries(
    names.filter((name) => fields[name] !== undefined).map((name) => [name, fault]),
  )
}

function issuerFault(issuer: string | undefined, isStrict: boolean): string | undefined {
  if (issuer !== undefined && !/^https?:\/\//.test(issuer))
    return 'Use an address such as https://idp.example.org'
  return addressFault(issuer, isStrict)
}

function certificateFault(pem: string | undefined): string | undefined {
  try {
    if (pem !== undefined) certificatesIn(pem)
    return undefined
  } catch {
    return 'This is not, or not only, made of certificates in PEM'
  }
}

/** Who may change the address must not learn the secret by having it sent to an address of their own. */
export function secretFault(
  before: Connection,
  issuer: string | undefined,
  secret: string | undefined,
) {
  const isMoved = issuer !== undefined && issuer !== before.issuer
  return isMoved && before.has_secret && secret === undefined
    ? { client_secret: 'Enter the secret again: it belongs to the former address' }
    : {}
}

export function refuseFaults(faults: Faults): void {
  const fields = Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault))
  if (Object.keys(fields).length > 0)
    throw new ApiError('invalid-input', 'Some of what was sent is not valid.', {
      fields: fields as Record<string, string>,
    })
}
