import { text } from 'contract/fields'
import { RequiredContexts, SsoDomain } from 'contract/sso'
import { z } from 'zod'
import { refusePrivate } from '#adapters/outgoing.ts'
import { scopeOf } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import { hostnameOf } from '#core/host-tenant.ts'
import { seal } from '#core/sealed.ts'
import { readSecret } from '#core/secret.ts'
import { StartError } from '#core/start-error.ts'
import { type Pools, withTenants } from '#db/pools.ts'
import { recordEvent } from '#features/audit/audit.queries.ts'
import { originOf } from '#features/mails/address-of.ts'
import {
  type NewConnection,
  type SsoConnection,
  insertConnection,
} from '#features/sso/connections.queries.ts'
import { callbackPath, secretPlace } from '#features/sso/settings-of.ts'
import { findTenant } from './find-tenant.ts'
import { withInstallation } from './open-installation.ts'
import { readInput } from './read-input.ts'

const common = {
  domain: SsoDomain,
  name: text(1, 120),
  creates_users: z.boolean(),
  required_contexts: RequiredContexts,
}

function addressFor({ NODE_ENV }: Env) {
  const isUsable = (address: string) => NODE_ENV !== 'production' || isPublic(address)
  return z
    .url({ protocol: /^https?$/, error: 'Use an address such as https://idp.example.org' })
    .refine(isUsable, 'Use https and an address that the internet can reach')
}

function connectionFor(env: Env) {
  const openid = z.strictObject({
    ...common,
    issuer: addressFor(env),
    client_id: text(1, 255),
    client_secret: z.string().min(1).max(1000).optional(),
  })
  const saml = z.strictObject({
    ...common,
    issuer: text(1, 1024),
    entry_point: addressFor(env),
    idp_certificate: z.string(),
  })
  return { openid, saml }
}

type Wish = {
  tenant: string
  peopleOf: string | undefined
  connection: Record<string, string | string[] | boolean | undefined>
}

/** Connects the people of an e-mail domain to their identity provider, and offers it beside passwords. */
export async function addConnection(env: Env, wish: Wish): Promise<string> {
  const given = Object.fromEntries(
    Object.entries(wish.connection).filter(([, value]) => value !== undefined),
  )
  const { openid, saml } = connectionFor(env)
  const isSaml = 'entry_point' in given || 'idp_certificate' in given
  const input = isSaml
    ? { kind: 'saml' as const, ...readInput(saml, given) }
    : { kind: 'oidc' as const, ...readInput(openid, given) }
  return await withInstallation(env, async (pools) => {
    const tenant = await findTenant(pools, wish.tenant)
    const people = wish.peopleOf === undefined ? null : await findTenant(pools, wish.peopleOf)
    if (tenant.kind === 'platform' || people?.kind === 'platform')
      throw new StartError('The platform is for passwords only.')
    const id = await nextId(pools)
    const row: NewConnection = {
      ...(input.kind === 'saml'
        ? input
        : { ...input, client_secret: await sealed(env, tenant.id, id, input.client_secret) }),
      id,
      people_tenant_id: people?.id ?? null,
    }
    await insert(pools, tenant.id, row)
    const origin = originOf(env, hostnameOf(tenant, env.BASE_DOMAIN))
    const toEnter = registration({ ...row, has_own_address: true }, origin)
    return [`Connected ${input.domain} to ${tenant.name}.`, ...toEnter].join('\n')
  })
}

async function insert(pools: Pools, tenantId: number, row: NewConnection) {
  await withTenants(pools, [tenantId], async (db) => {
    if (!(await insertConnection(db, scopeOf(tenantId), row)))
      throw new StartError(`There is already a connection for ${row.domain}.`)
    await db
      .updateTable('tenants')
      .set({ sign_in_mode: 'combined' })
      .where('id', '=', tenantId)
      .where('sign_in_mode', '=', 'credentials')
      .execute()
    await recordEvent(db, scopeOf(tenantId), {
      action: 'single sign-on connected',
      subject: `connection ${row.id}`,
      details: { domain: row.domain, kind: row.kind, issuer: row.issuer },
    })
  })
}

/** What the provider's own administrator has to enter. */
export function registration(
  connection: Pick<SsoConnection, 'kind' | 'domain' | 'has_own_address'>,
  origin: string,
): string[] {
  const { kind, domain } = connection
  if (kind === 'oidc') return [`Redirect address: ${origin}${callbackPath(connection)}`]
  return [
    `Entity id, also the audience: ${origin}/auth/sso/${domain}`,
    `Assertion consumer service: ${origin}/api/auth/sso/acs`,
  ]
}

async function sealed(env: Env, tenantId: number, id: number, secret: string | undefined) {
  return secret === undefined
    ? null
    : seal([await readSecret(env)], secretPlace(tenantId, id), secret)
}

async function nextId(pools: Pools): Promise<number> {
  const { rows } = await pools.app.query<{ id: number }>(`select nextval('ids') as id`)
  return rows[0]?.id ?? 0
}

function isPublic(address: string): boolean {
  try {
    refusePrivate(address)
    return true
  } catch {
    return false
  }
}
