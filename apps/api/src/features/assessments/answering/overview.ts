import type { Overview } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'
import type { Scope, SignedInContext } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { findInForce } from '#features/content/content-sets.queries.ts'
import { type Edition, editionOf } from '#features/content/edition.ts'
import { getStanding, listAssessments } from '#features/assessments/assessments.queries.ts'
import { progressOf } from '#features/assessments/progress.ts'
import { newEditionFor } from './new-edition.ts'

const NO_SET = { set: null, elements: [], statements: [] }
const NOTHING_SAVED = { answers: [], completed: [] }

type OverviewFilter = { year: number; type: AssessmentType; currentYear: number }

/** Everything the dashboard of a year and type shows, for one person. */
export async function overviewOf(
  db: Db,
  { app, scope, actor }: SignedInContext,
  { year, type, currentYear }: OverviewFilter,
): Promise<Overview> {
  const own = await listAssessments(db, scope, actor.id, type)
  const assessment = own.find((one) => one.year === year)
  // An assessment stays on its edition; without one the set in force is what would be answered.
  const setId = assessment?.content_set_id ?? (await findInForce(db, scope, year, type))?.id
  const edition = setId === undefined ? NO_SET : await editionOf(app.frozen, db, scope, setId)
  const saved = assessment ? await getStanding(db, scope, assessment.id) : NOTHING_SAVED
  return {
    year,
    years: [...new Set([currentYear, year, ...own.map((one) => one.year)])].sort((a, b) => b - a),
    type,
    content_set: edition.set,
    assessment: assessment ?? null,
    asking_for_evidence: edition.statements.filter(asksForEvidence).length,
    ...progressOf(edition.elements, edition.statements, saved.answers, saved.completed),
    reports: await listActionReports(db, scope, actor.id, type),
    is_report_pending: assessment?.is_report_pending ?? false,
    new_edition: assessment ? await newEditionFor(db, app, scope, assessment) : null,
  }
}

async function listActionReports(db: Db, scope: Scope, userId: number, type: AssessmentType) {
  const rows = await db
    .selectFrom('reports')
    .select(['id', 'year', 'version', 'title', 'created_at'])
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'action')
    .where('type', '=', type)
    .orderBy('year', 'desc')
    .orderBy('version', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, kind: 'action' as const, type }))
}

function asksForEvidence({ responses }: Edition['statements'][number]) {
  return responses.some(({ asks_for_evidence: asks }) => asks)
}
