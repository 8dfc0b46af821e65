import { brandStylesheet } from 'brand/brand-tokens'
import { tenants } from 'contract/tenants'
import { notFound } from '#core/errors.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { yearOf } from '#core/host-tenant.ts'
import { changeOrganisation, setSuspended } from './change-organisation.ts'
import { createOrganisation } from './create-organisation.ts'
import { requirePlatformGod } from '#support/tenant-scope.ts'
import { removeLogo, setLogo, showLogo } from './organisation-logo.ts'
import { showOldAssessments, showOrganisation } from './organisation.ts'
import { listChoices, listOrganisations } from '#features/organisations/list-organisations.ts'
import { getLogo, listAssignableAuditors } from './tenants.queries.ts'

/** Brands rarely change and are requested at every visit. */
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
  handleDetached(server, tenants.choices, (_, context) => listChoices(context))
  handleDetached(server, tenants.get, ({ params }, context) => showOrganisation(context, params.id))
  handleDetached(server, tenants.create, ({ body }, context) => createOrganisation(context, body))
  handleDetached(server, tenants.change, ({ params, body }, context) =>
    changeOrganisation(context, params.id, body),
  )
  handleDetached(server, tenants.oldAssessments, ({ params }, context) =>
    showOldAssessments(context, params.id),
  )
  handleDetached(server, tenants.suspend, ({ params }, context) =>
    setSuspended(context, params.id, true),
  )
  handleDetached(server, tenants.reactivate, ({ params }, context) =>
    setSuspended(context, params.id, false),
  )
  handleDetached(server, tenants.logoOf, ({ params }, context) => showLogo(context, params.id))
  handleDetached(server, tenants.setLogo, ({ params, body }, context) =>
    setLogo(context, { id: params.id, seen: body.version }, body.image),
  )
  handleDetached(server, tenants.removeLogo, ({ params, query }, context) =>
    removeLogo(context, { id: params.id, seen: query.version }),
  )
  handle(server, tenants.auditors, async (_, context) => {
    requirePlatformGod(context)
    return { auditors: await listAssignableAuditors(context.db, context.scope) }
  })
}
