import type { Overview } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { findInForce } from '#features/content-sets/content-sets.queries.ts'
import { type Edition, editionOf } from '#features/content-sets/edition.ts'
import { listReports } from '#features/reports/reports.queries.ts'
import { getStanding, listAssessments } from './assessments.queries.ts'
import { newEditionFor } from './new-edition.ts'
import { progressOf } from './progress.ts'

const NO_SET = { set: null, elements: [], statements: [] }
const NOTHING = { answers: [], completed: [] }

type Wish = { year: number; type: AssessmentType; currentYear: number }

/** Everything the dashboard of a year and type shows, for one person. */
export async function overviewOf(
  db: Db,
  { app, scope, actor }: SignedInContext,
  { year, type, currentYear }: Wish,
): Promise<Overview> {
  const assessments = await listAssessments(db, scope, actor.id, type)
  const assessment = assessments.find((one) => one.year === year)
  // An assessment stays on its edition; without one the set in force is what would be answered.
  const setId = assessment?.content_set_id ?? (await findInForce(db, scope, year, type))?.id
  const edition = setId === undefined ? NO_SET : await editionOf(app.frozen, db, scope, setId)
  const { answers, completed } = assessment ? await getStanding(db, scope, assessment.id) : NOTHING
  const years = assessments.map((one) => one.year)
  return {
    year,
    years: [...new Set([currentYear, year, ...years])].sort((a, b) => b - a),
    type,
    content_set: edition.set,
    assessment: assessment ?? null,
    asking_for_evidence: edition.statements.filter(asksForEvidence).length,
    ...progressOf(edition.elements, edition.statements, answers, completed),
    reports: await listReports(db, scope, actor.id, { type }),
    is_report_pending: assessment?.is_report_pending ?? false,
    new_edition: assessment ? await newEditionFor(db, app, scope, assessment) : null,
  }
}

function asksForEvidence({ responses }: Edition['statements'][number]) {
  return responses.some(({ asks_for_evidence: asks }) => asks)
}
