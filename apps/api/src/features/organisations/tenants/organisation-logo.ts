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

export async function setLogo(context: SignedInContext, change: LogoChange, image: string) {
  await requireChangeable(context, change.id)
  const logo = await drawLogo(Buffer.from(image, 'base64'))
  if (!logo)
    throw new ApiError('invalid-input', 'This file cannot be used as a logo.', {
      fields: { image: 'Use a PNG, JPEG or WebP picture' },
    })
  await saveLogo(context, change, logo)
}

export async function removeLogo(context: SignedInContext, change: LogoChange): Promise<void> {
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
