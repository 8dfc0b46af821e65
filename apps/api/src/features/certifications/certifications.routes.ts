import { certifications } from 'contract/certifications'
import { clientAddressOf } from '#core/client-address.ts'
import type { SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import type { Limit } from '#db/rate-limits.ts'
import { limitAttempts } from '#features/audit/limit-attempts.ts'
import { writeCertificatePdf } from '#features/reports/write-certificate-pdf.ts'
import { writeReportPdf } from '#features/reports/write-report-pdf.ts'
import { certify } from './certify.ts'
import { revoke } from './revoke.ts'
import { certificationOf, certificationsOf, verify } from './show-certification.ts'

/** Enough for a hall where everybody scans the same code; nobody guesses one at this rate. */
const PER_ADDRESS: Limit = { name: 'verification', most: 60, windowSeconds: 300 }

export function certificationRoutes(server: Server): void {
  handle(server, certifications.list, async ({ query }, context) => {
    const all = await certificationsOf(context.db, context, context.scope, context.actor.id)
    return {
      rows: all.filter(({ year }) => query.year === undefined || year === query.year),
    }
  })

  handle(server, certifications.get, async ({ params: { id } }, context) => {
    const { db, scope, actor } = context
    return await certificationOf(db, context, scope, { userId: actor.id, id })
  })

  handleDetached(server, certifications.pdf, async ({ params }, context) => {
    const { report: snapshot, verify_url: verifyUrl } = await download(context, params.id, '')
    const { certification: certified } = snapshot
    if (!certified) throw notFound('certification')
    return await writeCertificatePdf(context.app.adapters.printer, {
      snapshot,
      certified,
      brand: brandOf(context),
      verifyUrl,
    })
  })

  handleDetached(server, certifications.reportPdf, async ({ params }, context) => {
    const { report: snapshot } = await download(context, params.id, '-report')
    const { printer } = context.app.adapters
    return await writeReportPdf(printer, { snapshot, brand: brandOf(context) })
  })

  handleDetached(server, certifications.verify, async ({ params }, context) => {
    const { reply, request, scope, inTenant } = context
    reply.header('x-robots-tag', 'noindex, nofollow')
    await limitAttempts(context, PER_ADDRESS, clientAddressOf(request))
    return await inTenant((db) => verify(db, context, scope, params.code))
  })

  handleDetached(
    server,
    certifications.certify,
    async ({ params, body }, context) => await certify(context, params.id, body),
  )

  handleDetached(
    server,
    certifications.revoke,
    async ({ params, body }, context) => await revoke(context, params.id, body.reason),
  )
}

/** A certificate to write out; a revoked or expired one proves nothing and is not (ui.md, screen 04). */
async function download(context: SignedInContext, id: number, what: '' | '-report') {
  const { inTenant, scope, actor, reply, tenant } = context
  const found = await inTenant((db) =>
    certificationOf(db, context, scope, { userId: actor.id, id }),
  )
  const { status, number } = found.certification
  if (status !== 'valid')
    throw new ApiError('conflict', `This certificate is ${status}, so it cannot be downloaded.`, {
      details: { status },
    })
  const name = `${tenant.domain}-certificate-${number}${what}.pdf`
  reply.header('content-disposition', `attachment; filename="${name}"`)
  return found
}

function brandOf({ tenant }: SignedInContext) {
  return { name: tenant.name, colour: tenant.brandColour }
}
