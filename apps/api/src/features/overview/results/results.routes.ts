import { userResults } from 'contract/user-results'
import type { Scope, SignedInContext } from '#core/context.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { yearOf } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import { downloadCertificate } from '#features/certification/download-certificate.ts'
import { certificationOf, certificationsOf } from '#features/certification/show-certification.ts'
import { readReport } from '#features/reports/read-report.ts'
import { getHostTenant, getTimeZone } from '#support/tenants.queries.ts'
import { inOrganisationOf } from '#features/people/locked-users.ts'
import { assessmentsOf, resultsOf } from './persons-results.ts'

/** Assessments, reports and certificates of one user, for admins and auditors. */
export function resultRoutes(server: Server) {
  handleDetached(server, userResults.assessments, async ({ params: { id } }, context) => ({
    rows: await inOrganisationOf(context, id, (db, scope) =>
      assessmentsOf(db, context.app, scope, id),
    ),
  }))

  handleDetached(server, userResults.results, async ({ params, query }, context) => {
    const { app } = context
    const { id: userId, contentSetId } = params
    return await inOrganisationOf(context, userId, async (db, scope) => {
      const timeZone = await getTimeZone(db, scope.tenantId)
      const year = query.year ?? yearOf({ timeZone }, app.adapters.now())
      return await resultsOf(db, app, scope, { userId, contentSetId, year })
    })
  })

  handleDetached(server, userResults.report, ({ params: { id, reportId } }, context) =>
    inOrganisationOf(context, id, (db, scope) => readReport(db, scope, id, reportId)),
  )

  handleDetached(server, userResults.certifications, async ({ params: { id } }, context) => ({
    rows: await inOrganisationOf(context, id, async (db, scope) =>
      certificationsOf(db, await placeOf(db, context, scope), scope, id),
    ),
  }))

  handleDetached(server, userResults.certification, async ({ params }, context) => {
    const { id: userId, certificationId: id } = params
    return await inOrganisationOf(context, userId, async (db, scope) =>
      certificationOf(db, await placeOf(db, context, scope), scope, { userId, id }),
    )
  })

  handleDetached(server, userResults.certificationPdf, async ({ params }, context) => {
    const { id: userId, certificationId: id } = params
    const { tenant, found } = await inOrganisationOf(context, userId, async (db, scope) => {
      const place = await placeOf(db, context, scope)
      return { ...place, found: await certificationOf(db, place, scope, { userId, id }) }
    })
    return await downloadCertificate(context, tenant, found)
  })
}

/** The user's organisation, for its time zone and address. */
async function placeOf(db: Db, { app }: SignedInContext, scope: Scope) {
  return { app, tenant: await getHostTenant(db, scope.tenantId) }
}
