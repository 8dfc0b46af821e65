import { create as dispositionOf } from 'content-disposition'
import { timingSafeEqual } from 'node:crypto'
import type { CertificationSummary, Certification } from 'contract/certifications'
import { snapshotOf } from '#features/reports/stored-snapshot.ts'
import type { PublicContext, SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { issuerOf } from './issuer.ts'
import { titleWithScope } from 'rules/scope'
import { addressOf } from '#support/address-of.ts'
import {
  type CertificationRow,
  findCertificationByCode,
  getCertification,
  listCertifications,
} from '#features/certification/certificates/certifications.queries.ts'
import { withStatusOn } from '#features/certification/certificates/days.ts'
import { brandOf } from '#features/reports/brand-of.ts'
import { writeCertificatePdf } from '#features/reports/write-pdf.ts'
import { dayOf } from '#core/host-tenant.ts'
import { hashOf } from '#core/random-token.ts'

type TenantContext = Pick<PublicContext, 'app' | 'tenant'>

export async function certificationsOf(
  db: Db,
  tenantContext: TenantContext,
  scope: Scope,
  userId: number,
) {
  return (await listCertifications(db, scope, userId)).map((row) => summary(tenantContext, row))
}

export async function certificationOf(
  db: Db,
  tenantContext: TenantContext,
  scope: Scope,
  { userId, id }: { userId: number; id: number },
): Promise<Certification> {
  const row = await getCertification(db, scope, userId, id)
  const all = await certificationsOf(db, tenantContext, scope, userId)
  return {
    certification: summary(tenantContext, row),
    verify_url: addressOf(tenantContext, `/verify/${row.code}`),
    report: reportOf(row),
    others: all.filter((other) => other.id !== id),
  }
}

export async function verify(db: Db, tenantContext: TenantContext, scope: Scope, code: string) {
  const row = await findCertificationByCode(db, scope, code)
  if (!row) throw notFound('certificate')
  const { certification } = reportOf(row)
  const shown = summary(tenantContext, row)
  const { number, holder, language, band, valid_from, valid_until } = shown
  const { status, revoked_at, superseded_at } = shown
  return {
    number,
    issuer: (await issuerOf(tenantContext)).name,
    holder,
    scope: titleWithScope(shown.title, shown.scope),
    language,
    band,
    bands: certification?.bands ?? [],
    valid_from,
    valid_until,
    status,
    revoked_at,
    superseded_at,
  }
}

export function summary(
  { app, tenant }: TenantContext,
  row: CertificationRow,
): CertificationSummary {
  return withStatusOn(dayOf(tenant, app.adapters.now()), row)
}

/** The frozen report. An altered report isn't what was certified, so it is not shown. */
function reportOf({ snapshot, report_hash }: { snapshot: string; report_hash: Buffer }) {
  if (timingSafeEqual(hashOf(snapshot), report_hash)) return snapshotOf({ snapshot })
  throw new ApiError(
    'report-altered',
    'The report was altered after the certificate was issued, so we can’t show the report or the certificate. Contact support.',
  )
}

type FoundCertification = Awaited<ReturnType<typeof certificationOf>>
type Issuer = SignedInContext['tenant']

export async function downloadCertificate(
  context: SignedInContext,
  tenant: Issuer,
  found: FoundCertification,
): Promise<Buffer> {
  const name = downloadName(tenant, found.certification, '.pdf')
  context.reply.header('content-disposition', dispositionOf(name))
  const { report: snapshot, verify_url: verifyUrl } = found
  const { certification: certified } = snapshot
  if (!certified) throw notFound('certificate')
  const brand = await brandOf(context, tenant)
  const print = { snapshot, certified, brand, verifyUrl }
  return await writeCertificatePdf(context.app.adapters.printer, print)
}

const NOT_VALID = {
  expired: 'This certificate has expired, so you can’t download the certificate or its report.',
  superseded:
    'A newer certificate has replaced this one, so you can’t download this certificate or its report.',
  revoked: 'This certificate was revoked, so you can’t download the certificate or its report.',
}

/** The file name of a valid certificate or its report. Others are refused. */
export function downloadName(
  { domain }: Pick<Issuer, 'domain'>,
  { status, number }: FoundCertification['certification'],
  what: '.pdf' | `-report.${'pdf' | 'docx' | 'xlsx'}`,
): string {
  if (status !== 'valid') throw new ApiError('conflict', NOT_VALID[status], { details: { status } })
  return `${domain}-certificate-${number}${what}`
}
