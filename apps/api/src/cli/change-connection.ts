import type { X509Certificate } from 'node:crypto'
import { RequiredContexts, SsoDomain } from 'contract/sso'
import { z } from 'zod'
import { scopeOf } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import { hostnameOf } from '#core/host-tenant.ts'
import { StartError } from '#core/start-error.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { originOf } from '#support/address-of.ts'
import {
  type ConnectionChange,
  updateConnection,
} from '#features/identity/sso/connections.queries.ts'
import { registration } from '#features/identity/sso/registration.ts'
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
  certificates: X509Certificate[]
}

/** Changes what the answers of a provider must be like, from the next sign-in on. */
export async function changeConnection(env: Env, wish: Wish): Promise<string> {
  const { domain, contexts } = readInput(Change, { domain: wish.domain, contexts: wish.contexts })
  const change = changeOf(wish, contexts)
  const fingerprints = wish.certificates.map(({ fingerprint256 }) => fingerprint256)
  return await withInstallation(env, async (pools) => {
    const tenant = await findTenant(pools, wish.tenant)
    const scope = scopeOf(tenant.id)
    const changed = await withTenants(pools, [tenant.id], async (db) => {
      const connection = await updateConnection(db, scope, domain, change)
      if (!connection) throw new StartError(`There is no connection for ${domain}.`)
      if (fingerprints.length > 0 && connection.kind !== 'saml')
        throw new StartError(`The connection for ${domain} is not SAML: it has no certificate.`)
      await recordEvent(db, { scope }, 'sso.changed', {
        subject: `connection ${connection.id}`,
        details: {
          domain,
          has_own_address: connection.has_own_address,
          required_contexts: connection.required_contexts.join(' '),
          ...(fingerprints.length > 0 && { certificates: fingerprints.join(' ') }),
        },
      })
      return connection
    })
    const origin = originOf(env, hostnameOf(tenant, env.BASE_DOMAIN))
    const asked = changed.required_contexts.join(', ') || 'anything'
    return [
      `Changed ${domain} of ${tenant.name}.`,
      ...registration(changed, origin).map(({ label, value }) => `${label}: ${value}`),
      `Must confirm: ${asked}`,
      ...wish.certificates.map(
        ({ fingerprint256, validTo }) => `Certificate until ${validTo}: ${fingerprint256}`,
      ),
    ].join('\n')
  })
}

function changeOf(wish: Wish, contexts: string[]): ConnectionChange {
  if (contexts.length > 0 && wish.isAnyContext)
    throw new StartError('Use either --context or --any-context.')
  const change = {
    ...((contexts.length > 0 || wish.isAnyContext) && { required_contexts: contexts }),
    ...(wish.isOwnAddress && { has_own_address: true }),
    ...(wish.certificates.length > 0 && { idp_certificate: wish.certificates.join('') }),
  }
  if (Object.keys(change).length === 0) throw new StartError('Say what is to be changed.')
  return change
}
