import { X509Certificate } from 'node:crypto'
import type { Connection, ConnectionChange } from 'contract/connections'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { entryPointFault, issuerFault, salesforceFault } from './save-connection.ts'
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
      idp_certificate: certificateFault(idp_certificate),
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

/** Throws unless the text consists of certificates in PEM. */
export function certificatesIn(pem: string): X509Certificate[] {
  const [, ...parts] = pem.split('-----BEGIN ')
  if (parts.length === 0) throw new Error('This certificate is not in PEM format.')
  return parts.map((part) => new X509Certificate(`-----BEGIN ${part}`))
}

/** None for a bare key, which works as well as a certificate. */
export function knownCertificates(pem: string | null): X509Certificate[] {
  try {
    return pem === null ? [] : certificatesIn(pem)
  } catch {
    return []
  }
}

function certificateFault(pem: string | undefined): string | undefined {
  try {
    if (pem !== undefined) certificatesIn(pem)
    return undefined
  } catch {
    return 'Enter only certificates in PEM format'
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
