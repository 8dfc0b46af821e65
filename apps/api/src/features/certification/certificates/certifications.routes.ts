import { logoSizeOf } from '#core/host-tenant.ts'
import { brandStylesheet } from 'brand/brand-tokens'
import { create as dispositionOf } from 'content-disposition'
import { certifications } from 'contract/certifications'
import { reports } from 'contract/reports'
import { clientAddressOf } from '#core/client-address.ts'
import type { SignedInContext } from '#core/context.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { type Limit, limitAttempts } from '#support/limit-attempts.ts'
import { getLogo } from '#support/tenants.queries.ts'
import { brandOfReport } from '#features/reports/brand-of.ts'
import { startPdf } from '#features/reports/start-pdf.ts'
import { writeReportFile } from '#features/reports/write-report-file.ts'
import { certify, revoke } from './certify.ts'
import { issuerOf } from '#features/certification/issuer.ts'
import {
  downloadCertificate,
  downloadName,
  certificationOf,
  certificationsOf,
  verify,
} from '#features/certification/show-certification.ts'

/** Enough for a full hall that scans one code, and too few to guess one. */
const PER_ADDRESS: Limit = { name: 'verification', most: 60, windowSeconds: 300 }

const BRAND_CACHE = 'public, max-age=300'

export function certificationRoutes(server: Server): void {
  handle(server, certifications.list, async ({ query }, context) => {
    const all = await certificationsOf(context.db, context, context.scope, context.actor.id)
    return {
      rows: all.filter(({ year }) => query.year === undefined || year === query.year),
    }
  })

  handleDetached(server, certifications.get, ({ params }, context) => getOwn(context, params.id))

  handleDetached(server, certifications.pdf, async ({ params }, context) =>
    downloadCertificate(context, context.tenant, await getOwn(context, params.id)),
  )

  handleDetached(server, certifications.reportPdf, async ({ params }, context) => {
    const { report: snapshot, certification } = await getOwn(context, params.id)
    const name = downloadName(context.tenant, certification, '-report.pdf')
    const brand = await brandOfReport(context, snapshot)
    return await startPdf(context, name, { snapshot, brand })
  })

  handleDetached(server, certifications.reportFile, async ({ params: { id, format } }, context) => {
    const { report: snapshot, certification } = await getOwn(context, id)
    const name = downloadName(context.tenant, certification, `-report.${format}`)
    context.reply.header('content-disposition', dispositionOf(name)).type(reports[format].file)
    return await writeReportFile(context, format, { snapshot })
  })

  handleDetached(server, certifications.verify, async ({ params }, context) => {
    const { reply, request, scope, inTenant } = context
    reply.header('x-robots-tag', 'noindex, nofollow')
    await limitAttempts(context, PER_ADDRESS, clientAddressOf(request))
    return await inTenant((db) => verify(db, context, scope, params.code))
  })

  handleDetached(server, certifications.issuer, async (_, context) => {
    const issuer = await issuerOf(context)
    return {
      name: issuer.name,
      logo_url: issuer.hasLogo ? '/api/issuer/logo' : null,
      logo_size: logoSizeOf(issuer),
    }
  })

  handleDetached(server, certifications.issuerStylesheet, async (_, context) => {
    context.reply.header('cache-control', BRAND_CACHE)
    return brandStylesheet((await issuerOf(context)).brandColour)
  })

  handleDetached(server, certifications.issuerLogo, async (_, context) => {
    const { id } = await issuerOf(context)
    const logo = await context.inTenant((db) => getLogo(db, id))
    context.reply.header('cache-control', BRAND_CACHE)
    return logo
  })

  handleDetached(server, certifications.certify, ({ params, body }, context) =>
    certify(context, params.id, body),
  )

  handleDetached(server, certifications.revoke, ({ params, body }, context) =>
    revoke(context, params.id, body.reason),
  )
}

async function getOwn(context: SignedInContext, id: number) {
  const { inTenant, scope, actor } = context
  return await inTenant((db) => certificationOf(db, context, scope, { userId: actor.id, id }))
}
