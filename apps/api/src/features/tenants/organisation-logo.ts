import { drawLogo } from '#adapters/logo.ts'
import type { SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { recordEvent } from '#features/audit/audit.queries.ts'
import { inOrganisation, requireChangeable } from './in-view.ts'
import { getLogo, updateTenant } from './tenants.queries.ts'

export async function showLogo(context: SignedInContext, id: number): Promise<Buffer> {
  const logo = await inOrganisation(context, id, (db) => getLogo(db, id))
  if (!logo) throw notFound('logo')
  return logo
}

export async function setLogo(context: SignedInContext, id: number, image: string): Promise<void> {
  await requireChangeable(context, id)
  const logo = await drawLogo(Buffer.from(image, 'base64'))
  if (!logo)
    throw new ApiError('invalid-input', 'This file cannot be the logo.', {
      fields: { image: 'Use a PNG, JPEG or WebP picture; an SVG may carry scripts' },
    })
  await keepLogo(context, id, logo)
}

export async function removeLogo(context: SignedInContext, id: number): Promise<void> {
  await requireChangeable(context, id)
  await keepLogo(context, id, null)
}

async function keepLogo(context: SignedInContext, id: number, logo: Buffer | null) {
  await inOrganisation(context, id, async (db, scope) => {
    await updateTenant(db, scope, { logo })
    await recordEvent(db, scope, {
      action: logo ? 'logo changed' : 'logo removed',
      actorId: context.actor.id,
      ...(logo && { details: { bytes: logo.length } }),
      requestId: context.request.id,
    })
  })
}
