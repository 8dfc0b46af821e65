import type { X509Certificate } from 'node:crypto'
import { RequiredContexts, SsoDomain } from 'contract/sso'
import { z } from 'zod'
import { platformScopeOf, scopeOf } from '#db/scope.ts'
import type { Env } from '#core/env.ts'
import { hostnameOf } from '#core/host-tenant.ts'
import { StartError } from '#start-error.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { originOf } from '#support/address-of.ts'
import {
  type ConnectionChange,
  updateConnection,
} from '#features/identity/sso/connections.queries.ts'
import { registration } from '#features/identity/sso/save-connection.ts'
import { withPeople } from '#features/identity/with-people.ts'
import { endSignInsOf } from '#features/identity/sso/end-connection.queries.ts'
import { tellOfConnection } from '#features/identity/tell-admins.ts'
import { commandSender } from './command-sender.ts'
import { findTenant, withInstallation, readInput } from './open-installation.ts'

const Change = z.strictObject({ domain: SsoDomain, contexts: RequiredContexts })

type Input = {
  tenant: string
  domain: string | undefined
  contexts: string[]
  isAnyContext: boolean
  isOwnAddress: boolean
  certificates: X509Certificate[]
}

/** Changes what the provider must confirm, from the next sign-in on. */
export async function changeConnection(env: Env, input: Input): Promise<string> {
  const { domain, contexts } = readInput(Change, { domain: input.domain, contexts: input.contexts })
  const change = changeOf(input, contexts)
  const fingerprints = input.certificates.map(({ fingerprint256 }) => fingerprint256)
  return await withInstallation(env, async (pools) => {
    const tenant = await findTenant(pools, input.tenant)
    const scope = scopeOf(tenant.id)
    const changed = await withPeople(pools, tenant.id, async (db) => {
      const connection = await updateConnection(db, scope, { domain }, change)
      if (!connection)
        throw new StartError(
          `There is no connection for ${domain}. Check the domain and the organisation.`,
        )
      if (fingerprints.length > 0 && connection.kind !== 'saml')
        throw new StartError(
          `The connection for ${domain} doesn’t use SAML, so you can’t set a certificate. Leave out --certificate.`,
        )
      await recordEvent(db, { scope }, 'sso.changed', {
        subject: `connection ${connection.id}`,
        details: {
          domain,
          has_own_address: connection.has_own_address,
          required_contexts: connection.required_contexts.join(' '),
          ...(fingerprints.length > 0 && { certificates: fingerprints.join(' ') }),
        },
      })
      const people = connection.people_tenant_id ?? tenant.id
      await endSignInsOf(db, platformScopeOf([tenant.id, people]), connection.id)
      const told = { done: 'changed', domain, people }
      await tellOfConnection(db, commandSender(env), tenant.id, told)
      return connection
    })
    const origin = originOf(env, hostnameOf(tenant, env.BASE_DOMAIN))
    return [
      `Changed the connection for ${domain} at ${tenant.name}.`,
      ...registration(changed, origin).map(({ label, value }) => `${label}: ${value}`),
      `Required sign-in methods: ${changed.required_contexts.join(', ') || 'none'}`,
      ...input.certificates.map(
        ({ fingerprint256, validTo }) => `Certificate valid until ${validTo}: ${fingerprint256}`,
      ),
    ].join('\n')
  })
}

function changeOf(input: Input, contexts: string[]): ConnectionChange {
  if (contexts.length > 0 && input.isAnyContext)
    throw new StartError('You can’t use --context and --any-context together. Choose one of them.')
  const change = {
    ...((contexts.length > 0 || input.isAnyContext) && { required_contexts: contexts }),
    ...(input.isOwnAddress && { has_own_address: true }),
    ...(input.certificates.length > 0 && { idp_certificate: input.certificates.join('') }),
  }
  if (Object.keys(change).length === 0)
    throw new StartError('There is nothing to change. Add an option such as --context.')
  return change
}
