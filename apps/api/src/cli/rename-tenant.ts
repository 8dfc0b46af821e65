import { plural } from 'rules/plural'
import { TenantDomain } from 'contract/tenants'
import { z } from 'zod'
import { type Scope, platformScopeOf, scopeOf } from '#db/scope.ts'
import type { Env } from '#core/env.ts'
import { hostnameOf } from '#core/host-tenant.ts'
import { type Pools, withTenants } from '#db/pools.ts'
import { StartError } from '#start-error.ts'
import { listAllConnections } from '#features/identity/sso/connections.queries.ts'
import { countValidCertificates } from '#features/organisations/tenants/organisation-states.queries.ts'
import { differing, refuseUnfit, saveChange } from '#features/organisations/tenants/save-change.ts'
import { lockTenant } from '#support/tenants.queries.ts'
import { askYes } from './ask-yes.ts'
import { type NamedTenant, findTenant, readInput, withInstallation } from './open-installation.ts'
import { printDone } from './print-rows.ts'

type Options = { yes: boolean; json: boolean }

/** Moves an organisation to another address. */
export async function renameCommand(
  env: Env,
  label: string,
  to: string,
  { yes, json }: Options,
): Promise<string> {
  const { label: domain } = readInput(z.object({ label: TenantDomain }), { label: to })
  return await withInstallation(env, async (pools) => {
    const tenant = await findTenant(pools, label)
    if (tenant.domain === domain)
      throw new StartError(
        `${tenant.name} already has the label ${domain}, so nothing was changed.`,
      )
    const [from, address] = [tenant, { ...tenant, domain }].map((one) =>
      hostnameOf(one, env.BASE_DOMAIN),
    )
    // Before the question, so that a label that is taken isn't confirmed.
    await withTenants(pools, [tenant.id], (db) => refuseUnfit(db, tenant.kind, { domain }, 0))
    if (!yes)
      await askYes(
        [
          `This moves ${tenant.name} from ${from} to ${address}:`,
          ...(await effects(pools, tenant, env)),
        ].join('\n- ') + '\n',
        'Nothing was changed.',
      )
    await withTenants(pools, [tenant.id], async (db) => {
      const scope = scopeOf(tenant.id)
      const { version: _, ...before } = await lockTenant(db, scope)
      const change = differing(before, { domain })
      await refuseUnfit(db, before.kind, change, 0)
      await saveChange(db, { scope }, before, change)
    })
    const said = `${tenant.name} is now at ${address}. All nodes use the new address within 5 seconds.`
    return printDone(json, said, { label: domain, before: tenant.domain })
  })
}

/** What stops working, for the operator to decide. */
async function effects(pools: Pools, tenant: NamedTenant, env: Env): Promise<string[]> {
  const scope: Scope = scopeOf(tenant.id)
  const { certificates, connections } = await withTenants(pools, [tenant.id], async (db) => ({
    certificates: await countValidCertificates(db, platformScopeOf([tenant.id])),
    connections: await listAllConnections(db, scope),
  }))
  const providers = [
    ...connections.map(({ domain }) => domain),
    ...(env.SALESFORCE_ISSUER !== undefined && !env.SALESFORCE_CENTRAL_CALLBACK
      ? ['Salesforce']
      : []),
  ]
  return [
    'Links in earlier emails, calendar entries and bookmarks stop working. Send open invitations again.',
    'Cookies belong to the old address. Users sign in again at the new one, and their browsers count as new.',
    'Answers that a browser hasn’t sent yet stay at the old address and can’t be sent. Choose a time when no one is answering.',
    `Certificates that were printed or downloaded show the old address for verification: ${plural(certificates, { one: '# valid certificate', other: '# valid certificates' })}. Their codes work at the new address, and certificates that are downloaded again show the new address.`,
    ...(providers.length === 0
      ? []
      : [
          `Register the new address with the providers: ${providers.join(', ')}. Until then, no one can sign in with them.`,
        ]),
    `Another organisation can take the label ${tenant.domain}. Old links then lead there.`,
  ]
}
