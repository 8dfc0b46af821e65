import { templates } from 'contract/templates'
import { type Server, handleDetached } from '#core/handle.ts'
import { yearOf } from '#core/host-tenant.ts'
import { withTenants } from '#db/pools.ts'
import { scopeOf } from '#db/scope.ts'
import { getPlatformId } from '#support/tenants.queries.ts'
import { listUsedTemplates, listTemplates } from './copies.queries.ts'
import { showTemplate, useTemplate } from './copy-template.ts'

// Detached, because templates are the platform's rows.
export function templateRoutes(server: Server): void {
  handleDetached(server, templates.list, async (_, { app, tenant, scope, inTenant }) => {
    const { platformId, used } = await inTenant(async (db) => ({
      platformId: await getPlatformId(db),
      used: await listUsedTemplates(db, scope),
    }))
    const year = yearOf(tenant, app.adapters.now())
    const found = await withTenants(app.pools, [platformId], (db) =>
      listTemplates(db, scopeOf(platformId), year),
    )
    return { templates: found.map((row) => ({ ...row, is_used: used.includes(row.id) })) }
  })

  handleDetached(server, templates.get, ({ params }, context) => showTemplate(context, params.id))

  handleDetached(server, templates.copy, ({ params }, context) => useTemplate(context, params.id))
}
