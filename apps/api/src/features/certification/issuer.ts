import type { PublicContext } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import { hostnameOf } from '#core/host-tenant.ts'

/** Pages that check a certificate look like their issuer's: an organisation doesn't vouch for itself. */
export async function issuerOf({ app }: Pick<PublicContext, 'app'>) {
  const { PLATFORM_LABEL: domain, BASE_DOMAIN } = app.env
  const issuer = await app.hosts(hostnameOf({ kind: 'platform', domain }, BASE_DOMAIN))
  if (!issuer) throw notFound('issuer')
  return issuer
}
