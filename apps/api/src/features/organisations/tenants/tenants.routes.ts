import { brandStylesheet } from 'brand/brand-tokens'
import { tenants } from 'contract/tenants'
import { ApiError } from '#core/errors.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { yearOf } from '#core/host-tenant.ts'
import { changeOrganisation, setSuspended } from './change-organisation.ts'
import { createOrganisation } from './create-organisation.ts'
import { requirePlatformGod, inOrganisation, requireChangeable } from '#support/tenant-scope.ts'
import { showOldAssessments, showOrganisation, withOrganisation } from './organisation.ts'
import { listChoices, listOrganisations } from '#features/organisations/list-organisations.ts'
import { listAssignableAuditors, lockLogo, updateTenant } from './organisation-settings.queries.ts'
import { createHash } from 'node:crypto'
import { drawLogo } from '#adapters/logo.ts'
import type { SignedInContext } from '#core/context.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { getLogo } from '#support/tenants.queries.ts'

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
  handleDetached(server, tenants.logoOf, ({ params: { id } }, context) =>
    inOrganisation(context, id, (db) => getLogo(db, id)),
  )
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

type LogoChange = { id: number; seen: string | null }

async function setLogo(context: SignedInContext, change: LogoChange, image: string) {
  await requireChangeable(context, change.id)
  const logo = await drawLogo(Buffer.from(image, 'base64'))
  if (!logo)
    throw new ApiError(
      'invalid-input',
      'We can’t use this file as a logo. Choose a PNG, JPEG or WebP picture.',
      {
        fields: { image: 'Choose a PNG, JPEG or WebP picture' },
      },
    )
  await saveLogo(context, change, logo)
}

async function removeLogo(context: SignedInContext, change: LogoChange): Promise<void> {
  await requireChangeable(context, change.id)
  await saveLogo(context, change, null)
}

async function saveLogo(context: SignedInContext, { id, seen }: LogoChange, logo: Buffer | null) {
  await withOrganisation(context, id, async ({ db, scope, read }) => {
    const current = await lockLogo(db, scope)
    // Someone else uploaded the same logo.
    if (current === (logo && createHash('sha256').update(logo).digest('hex'))) return
    if (current !== seen)
      throw new ApiError('conflict', 'Someone else changed the logo while you were editing.', {
        details: await read(),
      })
    await updateTenant(db, scope, { logo })
    await recordEvent(db, { ...context, scope }, logo ? 'logo.changed' : 'logo.removed', {
      ...(logo && { details: { bytes: logo.length } }),
    })
  })
}
