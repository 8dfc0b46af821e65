import { brandStylesheet } from 'brand/brand-tokens'
import { tenants } from 'contract/tenants'
import { notFound } from '#core/errors.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { yearOf } from '#core/host-tenant.ts'
import { listOrganisations, organisationsInView } from './organisations-in-view.ts'
import { getLogo } from './tenants.queries.ts'

/** Brands change seldom and are asked for at every visit. */
const BRAND_CACHE = 'public, max-age=300'

export function tenantRoutes(server: Server): void {
  handleDetached(server, tenants.current, async (_, { tenant, app }) => ({
    name: tenant.name,
    domain: tenant.domain,
    is_public: tenant.kind === 'public',
    is_platform: tenant.kind === 'platform',
    sign_in_mode: tenant.signInMode,
    logo_url: tenant.hasLogo ? '/api/tenant/logo' : null,
    year: yearOf(tenant, app.adapters.now()),
  }))

  handleDetached(server, tenants.stylesheet, async (_, { tenant, reply }) => {
    reply.header('cache-control', BRAND_CACHE)
    return brandStylesheet(tenant.brandColour)
  })

  handle(server, tenants.logo, async (_, { db, tenant, reply }) => {
    const logo = await getLogo(db, tenant.id)
    if (!logo) throw notFound('logo')
    reply.header('cache-control', BRAND_CACHE)
    return logo
  })

  handleDetached(server, tenants.list, async ({ query }, context) => ({
    year: yearOf(context.tenant, context.app.adapters.now()),
    ...(await listOrganisations(context, query)),
  }))

  handleDetached(server, tenants.get, async ({ params }, context) => {
    const customer = (await organisationsInView(context)).find(({ id }) => id === params.id)
    if (!customer) throw notFound('organisation')
    return customer
  })
}
