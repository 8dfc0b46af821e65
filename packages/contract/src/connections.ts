import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, exact, Id, IdText, Timestamp, line } from './fields.ts'
import { MadeSessions, RequiredContexts, SsoDomain } from './sso.ts'

/** A connection to an identity provider. Its secret can be written but not read. */
export const Connection = z.object({
  id: Id,
  domain: z.string(),
  name: z.string(),
  kind: z.enum(['oidc', 'saml']),
  issuer: z.string(),
  client_id: z.string().nullable(),
  has_secret: z.boolean(),
  entry_point: z.string().nullable(),
  /** Those that can verify a response. */
  certificates: z.array(z.object({ fingerprint: z.string(), valid_until: Timestamp })),
  /** What is wrong with the others, as the test of the connection says it. */
  certificate_faults: z.array(z.string()),
  creates_users: z.boolean(),
  /** Required authentication methods. If empty, any method is accepted. */
  required_contexts: RequiredContexts,
  is_active: z.boolean(),
  /** Signs in users of another organisation at its host, so only god-admins can change it. */
  is_for_others: z.boolean(),
  /** That organisation, for god-admins only. */
  people_of: Id.nullable(),
  version: z.int(),
  /** What the provider's administrator has to enter. */
  addresses: z.array(z.object({ label: z.string(), value: z.string() })),
})
export type Connection = z.infer<typeof Connection>

export const ProviderAddress = exact(2000).pipe(
  z.url({ protocol: /^https?$/, error: 'Use an address such as https://idp.example.org' }),
)
const EntityId = exact(1024).pipe(line(1, 1024))
const ClientId = exact(255).pipe(line(1, 255))
/** Line breaks and broken letters can't be sent to a provider. */
const BROKEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/u

/** Used exactly as entered. */
export const ClientSecret = z
  .string()
  .min(1, 'Enter a client secret')
  .max(1000, 'Use at most 1,000 characters')
  .refine(
    (secret) => !BROKEN.test(secret),
    'Remove line breaks and invisible characters from the secret',
  )
/** One or more certificates in PEM, because providers overlap when they change keys. */
const Certificate = z
  .string()
  .max(20_000, 'Use at most 20,000 characters')
  .regex(
    /-----BEGIN CERTIFICATE-----/,
    'Paste the certificate, starting with -----BEGIN CERTIFICATE-----',
  )

/** Another organisation whose users sign in here, set by god-admins. Null: this one. */
const PeopleOf = Id.nullable().optional()

const common = {
  domain: SsoDomain,
  name: line(1, 120),
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

/** A link that no connection can vouch for. It signs no one in. */
export const UnassignedLink = z.object({
  id: Id,
  issuer: z.string(),
  linked_at: Timestamp,
  user: z.object({ id: Id, name: z.string() }),
})

/** Missing fields don't change. The domain can't change, because it is part of the addresses. */
export const ConnectionChange = z.strictObject({
  version: z.int().positive(),
  name: line(1, 120).optional(),
  issuer: EntityId.optional(),
  client_id: ClientId.optional(),
  client_secret: ClientSecret.optional(),
  entry_point: ProviderAddress.optional(),
  idp_certificate: Certificate.optional(),
  creates_users: z.boolean().optional(),
  required_contexts: RequiredContexts.optional(),
  is_active: z.boolean().optional(),
  people_of: PeopleOf,
  /** What happens to its sessions if it is turned off, or gets another provider or other users. */
  sessions: MadeSessions,
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
    summary:
      'List an organisation’s connections to identity providers, and the links that belong to none of them',
    params: ById,
    response: z.object({
      connections: z.array(Connection),
      unassigned: z.array(UnassignedLink),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/customers/:id/connections',
    access: 'create-users',
    summary: 'Connect an email domain to its identity provider',
    params: ById,
    body: ConnectionBody,
    response: Connection,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/customers/:id/connections/:connectionId',
    access: 'create-users',
    summary: 'Change a connection, or turn it on or off',
    params: ByConnection,
    body: ConnectionChange,
    response: Connection,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/customers/:id/connections/:connectionId',
    access: 'create-users',
    summary: 'Remove a connection and its links. Its sessions end too, unless you keep them',
    params: ByConnection,
    query: z.strictObject({ sessions: MadeSessions }),
  }),
  unlinkAll: endpoint({
    method: 'DELETE',
    path: '/customers/:id/connections/:connectionId/links',
    access: 'create-users',
    summary:
      'Remove all links of a connection and sign out its users. They are linked again when they next sign in',
    params: ByConnection,
    response: z.object({ removed: z.int() }),
  }),
  test: endpoint({
    method: 'POST',
    path: '/customers/:id/connections/:connectionId/test',
    access: 'create-users',
    summary: 'Test a connection to an identity provider without signing in',
    params: ByConnection,
    response: z.object({ checks: z.array(ConnectionCheck) }),
  }),
}
