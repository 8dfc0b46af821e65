import { brandStylesheet } from 'brand/brand-tokens'
import { type OrganisationDetails, tenants } from 'contract/tenants'
import { ApiError } from '#core/errors.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { hostnameOf, logoSizeOf, yearOf } from '#core/host-tenant.ts'
import { changeOrganisation, setSuspended } from './change-organisation.ts'
import { createOrganisation } from './create-organisation.ts'
import { requirePlatformGod, inOrganisation, requireChangeable } from '#support/tenant-scope.ts'
import { showOldAssessments, showOrganisation, withOrganisation } from './organisation.ts'
import { listChoices, listOrganisations } from '#features/organisations/list-organisations.ts'
import { listAssignableAuditors, lockLogo, updateTenant } from './organisation-settings.queries.ts'
import { createHash } from 'node:crypto'
import { drawLogo } from '#adapters/logo.ts'
import type { PublicContext, SignedInContext } from '#core/context.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { getLogo } from '#support/tenants.queries.ts'

export function tenantRoutes(server: Server): void {
  handleDetached(server, tenants.current, async (_, { tenant, app }) => ({
    name: tenant.name,
    domain: tenant.domain,
    is_public: tenant.kind === 'public',
    is_platform: tenant.kind === 'platform',
    sign_in_mode: tenant.signInMode,
    logo_url: tenant.hasLogo ? '/api/tenant/logo' : null,
    logo_size: logoSizeOf(tenant),
    year: yearOf(tenant, app.adapters.now()),
    support_email: app.env.SUPPORT_EMAIL ?? null,
  }))
  handleDetached(server, tenants.stylesheet, async (_, context) =>
    unlessKnown(context, brandStylesheet(context.tenant.brandColour)),
  )
  handle(server, tenants.logo, async (_, context) =>
    unlessKnown(context, await getLogo(context.db, context.tenant.id)),
  )
  handleDetached(server, tenants.list, async ({ query }, context) => ({
    year: yearOf(context.tenant, context.app.adapters.now()),
    ...(await listOrganisations(context, query)),
  }))
  handleDetached(server, tenants.choices, (_, context) => listChoices(context))
  handleDetached(server, tenants.get, ({ params }, context) => showOrganisation(context, params.id))
  handleDetached(server, tenants.create, ({ body }, context) => createOrganisation(context, body))
  handleDetached(server, tenants.change, async ({ params, body }, context) => {
    const organisation = await changeOrganisation(context, params.id, body)
    await refreshHost(context, organisation)
    return organisation
  })
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

/** Every visit requests the brand, and a change shows straight away. */
function unlessKnown<Content extends string | Buffer>(
  { request, reply }: PublicContext,
  content: Content,
): Content | '' {
  const mark = createHash('sha256').update(content).digest('base64url')
  reply.headers({ 'cache-control': 'public, no-cache', etag: `"${mark}"` })
  // A proxy that compresses marks it as weak.
  if (!request.headers['if-none-match']?.includes(mark)) return content
  reply.code(304)
  return ''
}

/** Otherwise this node would show the old brand for some seconds. */
async function refreshHost({ app }: SignedInContext, organisation: OrganisationDetails) {
  const { domain, is_public } = organisation
  const kind = is_public ? 'public' : 'organisation'
  await app.hosts(hostnameOf({ domain, kind }, app.env.BASE_DOMAIN), { isFresh: true })
}

type LogoChange = { id: number; seen: string | null }

async function setLogo(context: SignedInContext, change: LogoChange, image: string) {
  await requireChangeable(context, change.id)
  const logo = await drawLogo(Buffer.from(image, 'base64'))
  if (!logo)
    throw new ApiError(
      'invalid-input',
      'We can’t use this file as a logo. Choose an undamaged PNG, JPEG or WebP picture of up to 25 megapixels.',
      {
        fields: { image: 'Choose an undamaged PNG, JPEG or WebP picture of up to 25 megapixels' },
      },
    )
  await saveLogo(context, change, logo)
}

async function removeLogo(context: SignedInContext, change: LogoChange): Promise<void> {
  await requireChangeable(context, change.id)
  await saveLogo(context, change, null)
}

async function saveLogo(context: SignedInContext, { id, seen }: LogoChange, logo: Buffer | null) {
  const organisation = await withOrganisation(context, id, async ({ db, scope, read }) => {
    const current = await lockLogo(db, scope)
    // Someone else uploaded the same logo.
    if (current === (logo && createHash('sha256').update(logo).digest('hex'))) return await read()
    if (current !== seen)
      throw new ApiError(
        'conflict',
        'Someone else changed the logo while you were editing. Check the logo, then try again.',
        {
          details: await read(),
        },
      )
    await updateTenant(db, scope, { logo })
    await recordEvent(db, { ...context, scope }, logo ? 'logo.changed' : 'logo.removed', {
      ...(logo && { details: { bytes: logo.length } }),
    })
    return await read()
  })
  await refreshHost(context, organisation)
}
