import { OpenidBody, SamlBody, type Connection, type ConnectionBody } from 'contract/connections'
import type { z } from 'zod'

export type ConnectionKind = Connection['kind']

/** What the form of a connection holds; which of the last four there are depends on its kind. */
export interface ConnectionValues {
  kind: ConnectionKind
  domain: string
  name: string
  creates_users: boolean
  issuer: string
  client_id?: string
  client_secret?: string | undefined
  entry_point?: string
  idp_certificate?: string | undefined
}

export const VALUE_NAMES = [
  'domain',
  'name',
  'issuer',
  'client_id',
  'client_secret',
  'entry_point',
  'idp_certificate',
] as const

const NOTHING = {
  domain: '',
  name: '',
  issuer: '',
  creates_users: false,
  entry_point: null,
  client_id: null,
}

/** Of a connection that is there, the secret and the certificate may be left as they are. */
export function schemaOf(kind: ConnectionKind, isNew: boolean) {
  const saml = isNew ? SamlBody : SamlBody.partial({ idp_certificate: true })
  const schema = kind === 'saml' ? saml : OpenidBody
  return schema as unknown as z.ZodType<ConnectionBody, ConnectionValues>
}

export function valuesOf(
  kind: ConnectionKind,
  connection: Connection | undefined,
): ConnectionValues {
  const { domain, name, issuer, creates_users, entry_point, client_id } = connection ?? NOTHING
  const common = { kind, domain, name, issuer, creates_users }
  return kind === 'saml'
    ? { ...common, entry_point: entry_point ?? '', idp_certificate: '' }
    : { ...common, client_id: client_id ?? '', client_secret: '' }
}

/** Only what differs from the connection as it was opened. */
export function changesOf(connection: Connection, { kind, domain, ...values }: ConnectionValues) {
  const before: Record<string, unknown> = { ...valuesOf(kind, connection), domain }
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && value !== '' && value !== before[name],
    ),
  )
}
