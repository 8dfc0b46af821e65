import type { Overview } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'
import type { Actor, Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import {
  findInForce,
  getContentSet,
  listElements,
  listScoredStatements,
} from '#features/content-sets/content-sets.queries.ts'
import { listReports } from '#features/reports/reports.queries.ts'
import { listAnswers, listAssessments, listCompletedElements } from './assessments.queries.ts'
import { progressOf } from './progress.ts'

type Wish = { year: number; type: AssessmentType; currentYear: number }

/** Everything the dashboard of a year and type shows, for one person. */
export async function overviewOf(
  db: Db,
  scope: Scope,
  actor: Actor,
  { year, type, currentYear }: Wish,
): Promise<Overview> {
  const assessments = await listAssessments(db, scope, actor.id, type)
  const assessment = assessments.find((one) => one.year === year)
  // An assessment stays on its edition; without one the set in force is what would be answered.
  const set = assessment
    ? await getContentSet(db, scope, assessment.content_set_id)
    : await findInForce(db, scope, year, type)
  const elements = set ? await listElements(db, scope, set.id) : []
  const statements = set ? await listScoredStatements(db, scope, set.id) : []
  const answers = assessment ? await listAnswers(db, scope, assessment.id) : []
  const completed = assessment ? await listCompletedElements(db, scope, assessment.id) : []
  const years = assessments.map((one) => one.year)
  return {
    year,
    years: [...new Set([currentYear, year, ...years])].sort((a, b) => b - a),
    type,
    content_set: set ?? null,
    assessment: assessment ?? null,
    ...progressOf(elements, statements, answers, completed),
    reports: await listReports(db, scope, actor.id, { type }),
    is_report_pending: assessment?.is_report_pending ?? false,
  }
}
