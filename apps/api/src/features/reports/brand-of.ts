import { printLogo } from '#adapters/logo.ts'
import type { PublicContext } from '#core/context.ts'
import { getLogo } from '#support/tenants.queries.ts'
import type { ReportSnapshot } from 'contract/reports'
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

/** The public organisation's reports name the respondent's own organisation, without the logo of another. */
export async function brandOfReport(
  context: Pick<PublicContext, 'inTenant' | 'tenant'>,
  { organisation }: Pick<ReportSnapshot, 'organisation'>,
): Promise<Brand> {
  const { tenant } = context
  if (tenant.kind === 'public') return { name: organisation, colour: tenant.brandColour }
  return await brandOf(context, tenant)
}
