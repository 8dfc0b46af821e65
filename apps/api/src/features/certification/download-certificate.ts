import type { SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { writeCertificatePdf } from '#features/reports/write-pdf.ts'
import type { certificationOf } from './show-certification.ts'

type Found = Awaited<ReturnType<typeof certificationOf>>
type Issuer = Pick<SignedInContext['tenant'], 'name' | 'domain' | 'brandColour'>

export async function downloadCertificate(
  { app, reply }: Pick<SignedInContext, 'app' | 'reply'>,
  tenant: Issuer,
  found: Found,
): Promise<Buffer> {
  nameDownload(reply, tenant, found.certification, '')
  const { report: snapshot, verify_url: verifyUrl } = found
  const { certification: certified } = snapshot
  if (!certified) throw notFound('certification')
  const brand = brandOf(tenant)
  return await writeCertificatePdf(app.adapters.printer, { snapshot, certified, brand, verifyUrl })
}

export function nameDownload(
  reply: SignedInContext['reply'],
  { domain }: Issuer,
  { status, number }: Found['certification'],
  what: '' | '-report',
): void {
  if (status !== 'valid')
    throw new ApiError('conflict', `This certificate is ${status}, so you can’t download it.`, {
      details: { status },
    })
  const name = `${domain}-certificate-${number}${what}.pdf`
  reply.header('content-disposition', `attachment; filename="${name}"`)
}

export function brandOf({ name, brandColour: colour }: Issuer) {
  return { name, colour }
}
