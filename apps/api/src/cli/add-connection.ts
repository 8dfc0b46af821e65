import { ClientSecret, ProviderAddress } from 'contract/connections'
import { line } from 'contract/fields'
import { RequiredContexts, SsoDomain } from 'contract/sso'
import { z } from 'zod'
import { scopeOf } from '#db/scope.ts'
import type { Env } from '#core/env.ts'
import { hostnameOf } from '#core/host-tenant.ts'
import { StartError } from '#start-error.ts'
import { withTenants } from '#db/pools.ts'
import { originOf } from '#support/address-of.ts'
import {
  connect,
  entryPointFault,
  issuerFault,
  registration,
  salesforceFault,
} from '#features/identity/sso/save-connection.ts'
import { rulesOf } from '#features/identity/sso/settings-of.ts'
import {
  SIGN_IN_RULES,
  tellOfConnection,
  tellOfSignInRules,
} from '#features/identity/tell-admins.ts'
import { commandSender } from './command-sender.ts'
import { findTenant, installationSecret, readInput, withInstallation } from './open-installation.ts'

const common = {
  domain: SsoDomain,
  name: line(1, 120),
  creates_users: z.boolean(),
  required_contexts: RequiredContexts,
}

function addressFor(env: Env, faultOf: typeof issuerFault) {
  return ProviderAddress.superRefine((address, context) => {
    const fault = faultOf(address, rulesOf({ env }))
    if (fault !== undefined) context.addIssue(fault)
  })
}

function connectionFor(env: Env) {
  const openid = z.strictObject({
    ...common,
    issuer: addressFor(env, issuerFault),
    client_id: line(1, 255),
    client_secret: ClientSecret.optional(),
  })
  const saml = z.strictObject({
    ...common,
    issuer: line(1, 1024),
    entry_point: addressFor(env, entryPointFault),
    idp_certificate: z.string(),
  })
  return { openid, saml }
}

type Input = {
  tenant: string
  peopleOf: string | undefined
  connection: Record<string, string | string[] | boolean | undefined>
}

/** Connects an email domain to its identity provider, in addition to passwords. */
export async function addConnection(env: Env, input: Input): Promise<string> {
  const given = Object.fromEntries(
    Object.entries(input.connection).filter(([, value]) => value !== undefined),
  )
  const { openid, saml } = connectionFor(env)
  const isSaml = 'entry_point' in given || 'idp_certificate' in given
  const connection = isSaml
    ? { kind: 'saml' as const, ...readInput(saml, given) }
    : { kind: 'oidc' as const, ...readInput(openid, given) }
  const fault = salesforceFault(connection.issuer, { env })
  if (fault !== undefined) throw new StartError(fault)
  return await withInstallation(env, async (pools, ownerUrl) => {
    const tenant = await findTenant(pools, input.tenant)
    const people = await findTenant(pools, input.peopleOf ?? input.tenant)
    if (tenant.kind === 'platform' || people.kind === 'platform')
      throw new StartError(
        'The admin address allows password sign-in only. Choose an organisation.',
      )
    // A new one would encrypt what the server can't read.
    if (env.DATABASE_URL !== undefined && env.WAYMARK_SECRET === undefined)
      throw new StartError('WAYMARK_SECRET is missing. Set it to the value that the server uses.')
    const secrets = [await installationSecret(env, ownerUrl)] as const
    const added = { ...connection, people_tenant_id: people.id === tenant.id ? null : people.id }
    const told = { done: 'added', domain: connection.domain, people: people.id }
    await withTenants(pools, [tenant.id, people.id], async (db) => {
      if ((await connect(db, scopeOf(tenant.id), secrets, added)) === undefined)
        throw new StartError(
          `There is already a connection for ${connection.domain}. To change it, use npm run sso -- change.`,
        )
      await tellOfConnection(db, commandSender(env), tenant.id, told)
      const { numUpdatedRows } = await db
        .updateTable('tenants')
        .set({ sign_in_mode: 'combined' })
        .where('id', '=', tenant.id)
        .where('sign_in_mode', '=', 'credentials')
        .executeTakeFirst()
      if (numUpdatedRows > 0)
        await tellOfSignInRules(db, commandSender(env), tenant.id, [SIGN_IN_RULES.combined])
    })
    const origin = originOf(env, hostnameOf(tenant, env.BASE_DOMAIN))
    const toEnter = registration({ ...connection, has_own_address: true }, origin)
    return [
      `Connected ${connection.domain} to ${tenant.name}.`,
      ...toEnter.map(({ label, value }) => `${label}: ${value}`),
    ].join('\n')
  })
}
