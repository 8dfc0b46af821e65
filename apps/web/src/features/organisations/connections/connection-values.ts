import { OpenidBody, SamlBody, type Connection, type ConnectionBody } from 'contract/connections'
import { z } from 'zod'

export type ConnectionKind = Connection['kind']

const TypedContexts = z
  .string()
  .transform((typed) => typed.split(/\s+/).filter((name) => name !== ''))
  .refine((names) => names.length <= 20, 'There are more than 20 values. Remove some values.')
  .refine(
    (names) => names.every((name) => /^[!-~]{1,300}$/.test(name)),
    'Use up to 300 letters, numbers and symbols for each value, without accents',
  )

/** An empty text means the organisation itself. */
const UserOrganisation = z
  .string()
  .transform((id) => (id === '' ? null : Number(id)))
  .optional()

/** The form values; which of the optional ones exist depends on the kind. */
export interface ConnectionValues {
  kind: ConnectionKind
  domain: string
  name: string
  creates_users: boolean
  issuer: string
  required_contexts: string
  client_id?: string
  client_secret?: string | undefined
  entry_point?: string
  idp_certificate?: string | undefined
  people_of?: string | undefined
}

export const LABELS: Record<keyof ConnectionValues, string> = {
  kind: 'Connection type',
  domain: 'Email domain',
  name: 'Name',
  issuer: 'Provider',
  client_id: 'Client ID',
  client_secret: 'Client secret',
  entry_point: 'Sign-in address',
  idp_certificate: 'Certificate',
  required_contexts: 'Required sign-in methods',
  people_of: 'Users’ organisation',
  creates_users: 'Creates accounts for new users',
}

const NOTHING = {
  domain: '',
  name: '',
  issuer: '',
  creates_users: false,
  required_contexts: [],
  entry_point: null,
  client_id: null,
  people_of: null,
}

/** An existing connection keeps its secret and certificate if the fields are empty. */
export function schemaOf(kind: ConnectionKind, isNew: boolean) {
  const saml = isNew ? SamlBody : SamlBody.partial({ idp_certificate: true })
  const schema = kind === 'saml' ? saml : OpenidBody
  return schema.extend({
    required_contexts: TypedContexts,
    people_of: UserOrganisation,
  }) as unknown as z.ZodType<ConnectionBody, ConnectionValues>
}

export function valuesOf(
  kind: ConnectionKind,
  connection: Connection | undefined,
  isGod: boolean,
): ConnectionValues {
  const { domain, name, issuer, creates_users, people_of, ...rest } = connection ?? NOTHING
  const { entry_point, client_id } = rest
  const required_contexts = rest.required_contexts.join(' ')
  const people = isGod ? { people_of: people_of === null ? '' : String(people_of) } : {}
  const common = { kind, domain, name, issuer, creates_users, required_contexts, ...people }
  return kind === 'saml'
    ? { ...common, entry_point: entry_point ?? '', idp_certificate: '' }
    : { ...common, client_id: client_id ?? '', client_secret: '' }
}

export function changesOf(connection: Connection, { kind, domain, ...values }: ConnectionBody) {
  const { required_contexts, people_of } = connection
  const before: Record<string, unknown> = {
    ...valuesOf(kind, connection, false),
    domain,
    required_contexts,
    people_of,
  }
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        value !== undefined && value !== '' && String(value) !== String(before[name]),
    ),
  )
}
