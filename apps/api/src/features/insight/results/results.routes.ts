import { type UserAssessment, type UserResults, userResults } from 'contract/user-results'
import type { SignedInContext, App } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import {
  downloadCertificate,
  certificationOf,
  certificationsOf,
} from '#features/certification/show-certification.ts'
import { readReport, listReports } from '#features/reports/reports.queries.ts'
import { getHostTenant, getYear } from '#support/tenants.queries.ts'
import { inOrganisationOf } from '#features/people/locked-users.ts'
import {
  type Assessment,
  getSavedAnswers,
  listAssessments,
} from '#features/assessments/assessments.queries.ts'
import { overallOf, progressOf } from '#features/assessments/progress.ts'
import { editionOf } from '#features/content/edition.ts'
import { editionFor } from '#features/assessments/edition-for.ts'

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
      const year = query.year ?? (await getYear(db, scope, app.adapters.now()))
      return await resultsOf(db, app, scope, { userId, contentSetId, year })
    })
  })

  handleDetached(server, userResults.report, ({ params: { id, reportId } }, context) =>
    inOrganisationOf(context, id, (db, scope) => readReport(db, scope, id, reportId)),
  )

  handleDetached(server, userResults.certifications, async ({ params: { id } }, context) => ({
    rows: await inOrganisationOf(context, id, async (db, scope) =>
      certificationsOf(db, await tenantContextOf(db, context, scope), scope, id),
    ),
  }))

  handleDetached(server, userResults.certification, async ({ params }, context) => {
    const { id: userId, certificationId: id } = params
    return await inOrganisationOf(context, userId, async (db, scope) =>
      certificationOf(db, await tenantContextOf(db, context, scope), scope, { userId, id }),
    )
  })

  handleDetached(server, userResults.certificationPdf, async ({ params }, context) => {
    const { id: userId, certificationId: id } = params
    const { tenant, found } = await inOrganisationOf(context, userId, async (db, scope) => {
      const tenantContext = await tenantContextOf(db, context, scope)
      return {
        ...tenantContext,
        found: await certificationOf(db, tenantContext, scope, { userId, id }),
      }
    })
    return await downloadCertificate(context, tenant, found)
  })
}

/** The user's organisation, for its time zone and address. */
async function tenantContextOf(db: Db, { app }: SignedInContext, scope: Scope) {
  return { app, tenant: await getHostTenant(db, scope.tenantId) }
}

async function assessmentsOf(db: Db, app: App, scope: Scope, userId: number) {
  const rows: UserAssessment[] = []
  for (const assessment of await listAssessments(db, scope, userId)) {
    const { set, result } = await resultOf(db, app, scope, assessment)
    rows.push({ ...result, content_set: set, year: assessment.year })
  }
  return rows
}

async function resultsOf(
  db: Db,
  app: App,
  scope: Scope,
  query: { userId: number; contentSetId: number; year: number },
): Promise<UserResults> {
  const { set } = await editionOf(db, scope, app.cache, query.contentSetId)
  const assessments = (await listAssessments(db, scope, query.userId)).filter(
    ({ content_set_id }) => content_set_id === query.contentSetId,
  )
  const results: UserResults['results'] = []
  for (const assessment of assessments.filter(({ year }) => year === query.year)) {
    const { result, elements } = await resultOf(db, app, scope, assessment)
    const reports = await listReports(db, scope, assessment.id)
    results.push({ ...result, elements, reports })
  }
  const years = [...new Set(assessments.map(({ year }) => year))]
  return { content_set: set, year: query.year, years, results }
}

async function resultOf(db: Db, app: App, scope: Scope, assessment: Assessment) {
  const edition = await editionFor(db, scope, app.cache, assessment)
  const { answers, completed } = await getSavedAnswers(db, scope, assessment.id)
  const { elements } = progressOf(edition.elements, edition.statements, answers, completed)
  const { type, status, completed_at } = assessment
  const result = {
    type,
    status,
    completed_at,
    answered: elements.reduce((sum, { answered }) => sum + answered, 0),
    total: elements.reduce((sum, { total }) => sum + total, 0),
    ...overallOf(edition.elements, edition.statements, answers),
  }
  return { set: edition.set, elements, result }
}
