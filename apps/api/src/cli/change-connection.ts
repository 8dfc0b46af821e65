import { RequiredContexts, SsoDomain } from 'contract/sso'
import { z } from 'zod'
import { scopeOf } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import { hostnameOf } from '#core/host-tenant.ts'
import { StartError } from '#core/start-error.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#features/audit/audit.queries.ts'
import { originOf } from '#features/mails/address-of.ts'
import { updateConnection } from '#features/sso/connections.queries.ts'
import { registration } from './add-connection.ts'
import { findTenant } from './find-tenant.ts'
import { withInstallation } from './open-installation.ts'
import { readInput } from './read-input.ts'

const Change = z.strictObject({ domain: SsoDomain, contexts: RequiredContexts })

type Wish = {
  tenant: string
  domain: string | undefined
  contexts: string[]
  isAnyContext: boolean
  isOwnAddress: boolean
}

/** Changes what the answers of a provider must be like, from the next sign-in on. */
export async function changeConnection(env: Env, wish: Wish): Promise<string> {
  const { domain, contexts } = readInput(Change, { domain: wish.domain, contexts: wish.contexts })
  const change = {
    ...((contexts.length > 0 || wish.isAnyContext) && { required_contexts: contexts }),
    ...(wish.isOwnAddress && { has_own_address: true }),
  }
  if (Object.keys(change).length === 0) throw new StartError('Say what is to be changed.')
  if (contexts.length > 0 && wish.isAnyContext)
    throw new StartError('Use either --context or --any-context.')
  return await withInstallation(env, async (pools) => {
    const tenant = await findTenant(pools, wish.tenant)
    const scope = scopeOf(tenant.id)
    const changed = await withTenants(pools, [tenant.id], async (db) => {
      const connection = await updateConnection(db, scope, domain, change)
      if (!connection) throw new StartError(`There is no connection for ${domain}.`)
      await recordEvent(db, scope, {
        action: 'single sign-on changed',
        subject: `connection ${connection.id}`,
        details: {
          domain,
          has_own_address: connection.has_own_address,
          required_contexts: connection.required_contexts.join(' '),
        },
      })
      return connection
    })
    const origin = originOf(env, hostnameOf(tenant, env.BASE_DOMAIN))
    const asked = changed.required_contexts.join(', ') || 'anything'
    return [
      `Changed ${domain} of ${tenant.name}.`,
      ...registration(changed, origin),
      `Must confirm: ${asked}`,
    ].join('\n')
  })
}
