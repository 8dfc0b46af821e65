import { createHash } from 'node:crypto'
import { drawLogo } from '#adapters/logo.ts'
import type { SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { inOrganisation, requireChangeable } from '#support/tenant-scope.ts'
import { withOrganisation } from './organisation.ts'
import { getLogo, lockLogo, updateTenant } from './tenants.queries.ts'

export async function showLogo(context: SignedInContext, id: number): Promise<Buffer> {
  const logo = await inOrganisation(context, id, (db) => getLogo(db, id))
  if (!logo) throw notFound('logo')
  return logo
}

type LogoChange = { id: number; seen: string | null }

export async function setLogo(
  context: SignedInContext,
  change: LogoChange,
  image: string,
): Promise<void> {
  await requireChangeable(context, change.id)
  const logo = await drawLogo(Buffer.from(image, 'base64'))
  if (!logo)
    throw new ApiError('invalid-input', 'This file cannot be the logo.', {
      fields: { image: 'Use a PNG, JPEG or WebP picture; an SVG may carry scripts' },
    })
  await keepLogo(context, change, logo)
}

export async function removeLogo(context: SignedInContext, change: LogoChange): Promise<void> {
  await requireChangeable(context, change.id)
  await keepLogo(context, change, null)
}

/** The second of two people who saw the same logo is told which one stands now. */
async function keepLogo(
  context: SignedInContext,
  { id, seen }: LogoChange,
  logo: Buffer | null,
): Promise<void> {
  await withOrganisation(context, id, async ({ db, scope, read }) => {
    const stands = await lockLogo(db, scope)
    // Somebody else wanted the same.
    if (stands === (logo && createHash('sha256').update(logo).digest('hex'))) return
    if (stands !== seen)
      throw new ApiError('conflict', 'Somebody else changed the logo meanwhile.', {
        details: await read(),
      })
    await updateTenant(db, scope, { logo })
    await recordEvent(db, { ...context, scope }, logo ? 'logo.changed' : 'logo.removed', {
      ...(logo && { details: { bytes: logo.length } }),
    })
  })
}
