import { printLogo } from '#adapters/logo.ts'
import type { PublicContext } from '#core/context.ts'
import { getLogo } from '#support/tenants.queries.ts'
import type { Brand } from './report-page.ts'

type Issuer = Pick<PublicContext['tenant'], 'id' | 'name' | 'brandColour' | 'hasLogo'>

/** An organisation's name, colour and logo for its printed pages. */
export async function brandOf(
  { inTenant }: Pick<PublicContext, 'inTenant'>,
  { id, name, brandColour: colour, hasLogo }: Issuer,
): Promise<Brand> {
  if (!hasLogo) return { name, colour }
  const logo = await inTenant((db) => getLogo(db, id))
  return { name, colour, logo: await printLogo(logo) }
}
