import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, IdText, Timestamp, text } from './fields.ts'
import { RequiredContexts, SsoDomain } from './sso.ts'

/** How an organisation's people sign in with their own identity provider. Its secret is written, never read. */
export const Connection = z.object({
  id: Id,
  domain: z.string(),
  name: z.string(),
  kind: z.enum(['oidc', 'saml']),
  issuer: z.string(),
  client_id: z.string().nullable(),
  has_secret: z.boolean(),
  entry_point: z.string().nullable(),
  certificates: z.array(z.object({ fingerprint: z.string(), valid_until: Timestamp })),
  creates_users: z.boolean(),
  /** Whoever has not signed in there in one of these ways stays out; with none any way will do. */
  required_contexts: RequiredContexts,
  is_active: z.boolean(),
  /** Signs in people of another organisation, who go on at its host: only a god-admin changes it. */
  is_for_others: z.boolean(),
  /** That organisation; told to god-admins alone. */
  people_of: Id.nullable(),
  version: z.int(),
  /** What the provider's own administrator has to enter. */
  addresses: z.array(z.object({ label: z.string(), value: z.string() })),
})
export type Connection = z.infer<typeof Connection>

export const ProviderAddress = z
  .url({ protocol: /^https?$/, error: 'Use an address such as https://idp.example.org' })
  .max(2000, 'Use at most 2000 characters')
const EntityId = text(1, 1024)
const ClientId = text(1, 255)
const ClientSecret = z.string().min(1, 'Enter something').max(1000, 'Use at most 1000 characters')
/** One or more in PEM: several while a provider changes its key. */
const Certificate = z
  .string()
  .max(20_000, 'Use at most 20,000 characters')
  .regex(
    /-----BEGIN CERTIFICATE-----/,
    'Paste the certificate, from -----BEGIN CERTIFICATE----- on',
  )

/** Whose people sign in, where they are another organisation's: for god-admins to say. Null: this one's. */
const PeopleOf = Id.nullable().optional()

const common = {
  domain: SsoDomain,
  name: text(1, 120),
  creates_users: z.boolean(),
  required_contexts: RequiredContexts.optional(),
  people_of: PeopleOf,
}

export const OpenidBody = z.strictObject({
  kind: z.literal('oidc'),
  ...common,
  issuer: ProviderAddress,
  client_id: ClientId,
  client_secret: ClientSecret.optional(),
})

export const SamlBody = z.strictObject({
  kind: z.literal('saml'),
  ...common,
  issuer: EntityId,
  entry_point: ProviderAddress,
  idp_certificate: Certificate,
})

export const ConnectionBody = z.discriminatedUnion('kind', [OpenidBody, SamlBody])
export type ConnectionBody = z.output<typeof ConnectionBody>

/** What is left out stays as it is; the domain is part of the addresses and stays. */
export const ConnectionChange = z.strictObject({
  version: z.int().positive(),
  name: text(1, 120).optional(),
  issuer: EntityId.optional(),
  client_id: ClientId.optional(),
  client_secret: ClientSecret.optional(),
  entry_point: ProviderAddress.optional(),
  idp_certificate: Certificate.optional(),
  creates_users: z.boolean().optional(),
  required_contexts: RequiredContexts.optional(),
  is_active: z.boolean().optional(),
  people_of: PeopleOf,
})
export type ConnectionChange = z.output<typeof ConnectionChange>

const ByConnection = z.strictObject({ id: IdText, connectionId: IdText })

export const ConnectionCheck = z.object({
  name: z.string(),
  is_ok: z.boolean(),
  detail: z.string(),
})
export type ConnectionCheck = z.infer<typeof ConnectionCheck>

export const connections = {
  list: endpoint({
    method: 'GET',
    path: '/customers/:id/connections',
    access: 'access-to-admin-area',
    summary: 'The identity providers of an organisation',
    params: ById,
    response: z.object({ connections: z.array(Connection) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/customers/:id/connections',
    access: 'create-users',
    summary: 'Connect the people of an e-mail domain to their identity provider',
    params: ById,
    body: ConnectionBody,
    response: Connection,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/customers/:id/connections/:connectionId',
    access: 'create-users',
    summary: 'Change a connection, or switch it on or off',
    params: ByConnection,
    body: ConnectionChange,
    response: Connection,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/customers/:id/connections/:connectionId',
    access: 'create-users',
    summary: 'Remove a connection',
    params: ByConnection,
  }),
  test: endpoint({
    method: 'POST',
    path: '/customers/:id/connections/:connectionId/test',
    access: 'create-users',
    summary: 'Ask the identity provider what can be asked without signing anybody in',
    params: ByConnection,
    response: z.object({ checks: z.array(ConnectionCheck) }),
  }),
}
