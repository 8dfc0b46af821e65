import type { UserAssessment, UserResults } from 'contract/user-results'
import { AssessmentType } from 'contract/fields'
import type { App, Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import {
  type Assessment,
  getSavedAnswers,
  listAssessments,
} from '#features/assessments/assessments.queries.ts'
import { overallOf, progressOf } from '#features/assessments/progress.ts'
import { editionOf } from '#features/content/edition.ts'
import { listReports } from '#features/reports/reports.queries.ts'

export async function assessmentsOf(db: Db, app: App, scope: Scope, userId: number) {
  const rows: UserAssessment[] = []
  for (const assessment of await allAssessments(db, scope, userId)) {
    const { set, result } = await resultOf(db, app, scope, assessment)
    rows.push({ ...result, content_set: set, year: assessment.year })
  }
  return rows
}

export async function resultsOf(
  db: Db,
  app: App,
  scope: Scope,
  query: { userId: number; contentSetId: number; year: number },
): Promise<UserResults> {
  const { set } = await editionOf(app.frozen, db, scope, query.contentSetId)
  const own = (await allAssessments(db, scope, query.userId)).filter(
    ({ content_set_id }) => content_set_id === query.contentSetId,
  )
  const results: UserResults['results'] = []
  for (const assessment of own.filter(({ year }) => year === query.year)) {
    const { result, elements } = await resultOf(db, app, scope, assessment)
    const reports = await listReports(db, scope, { assessmentId: assessment.id })
    results.push({ ...result, elements, reports })
  }
  const years = [...new Set(own.map(({ year }) => year))]
  return { content_set: set, year: query.year, years, results }
}

async function allAssessments(db: Db, scope: Scope, userId: number): Promise<Assessment[]> {
  const lists: Assessment[] = []
  for (const type of AssessmentType.options)
    lists.push(...(await listAssessments(db, scope, userId, type)))
  return lists.sort((one, other) => other.year - one.year)
}

async function resultOf(db: Db, app: App, scope: Scope, assessment: Assessment) {
  const edition = await editionOf(app.frozen, db, scope, assessment.content_set_id)
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
