import type { Overview, ReportSummary } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'
import { sql } from 'kysely'
import type { PublicContext, SignedInContext } from '#core/context.ts'
import type { Call } from '#db/call-together.ts'
import type { Db } from '#db/driver.ts'
import { type Edition, editionOf, knownEdition } from '#features/content/edition.ts'
import type { Assessment } from '#features/assessments/assessments.queries.ts'
import { type Later, newestOf } from './new-edition.ts'
import { type SavedAnswer, progressOf } from '#features/assessments/progress.ts'

const NO_SET = { set: null, elements: [], statements: [] }

type Wish = { year: number; type: AssessmentType; currentYear: number }

/** As the database's `overview_of` gives it. */
export type OverviewRow = {
  assessments: Assessment[]
  answers: SavedAnswer[]
  completed: number[]
  in_force: number | null
  reports: ReportSummary[]
  later: Later[]
}

/** Everything the dashboard of a year and type shows, for one person. */
export async function overviewOf(
  db: Db,
  { app, scope, actor }: SignedInContext,
  wish: Wish,
): Promise<Overview> {
  const { rows } =
    await sql<OverviewRow>`select * from overview_of(${scope.tenantId}, ${actor.id}, ${wish.year}, ${wish.type})`.execute(
      db,
    )
  const [row] = rows
  if (!row) throw new Error('There is always an overview.')
  const { setId, assessment } = shownOf(row, wish)
  const edition = setId === null ? NO_SET : await editionOf(app.frozen, db, scope, setId)
  const newest = assessment && (await newestOf(db, app.frozen, scope, assessment, row.later))
  return overviewFrom(row, wish, edition, newest ?? null)
}

/** The same with one call of the database; nothing when something is not as usual. */
export async function overviewAtOnce(
  { app, scope }: Pick<PublicContext, 'app' | 'scope'>,
  read: (call: Call) => Promise<OverviewRow[]>,
  wish: Wish,
): Promise<Overview | undefined> {
  const values = [wish.year, wish.type]
  const [row] = await read({ name: 'own_overview', types: ['int', 'text'], values })
  if (!row || row.later.length > 0) return undefined
  const { setId } = shownOf(row, wish)
  const edition = setId === null ? NO_SET : await knownEdition(app.frozen, scope, setId)
  return edition && overviewFrom(row, wish, edition, null)
}

// An assessment stays on its edition; without one the set in force is what would be answered.
function shownOf({ assessments, in_force }: OverviewRow, { year }: Wish) {
  const assessment = assessments.find((one) => one.year === year)
  return { assessment, setId: assessment?.content_set_id ?? in_force }
}

function overviewFrom(
  row: OverviewRow,
  wish: Wish,
  edition: Edition | typeof NO_SET,
  new_edition: Overview['new_edition'],
): Overview {
  const { year, type, currentYear } = wish
  const { assessment } = shownOf(row, wish)
  const years = row.assessments.map((one) => one.year)
  return {
    year,
    years: [...new Set([currentYear, year, ...years])].sort((a, b) => b - a),
    type,
    content_set: edition.set,
    assessment: assessment
      ? { ...assessment, completed_at: timeOf(assessment.completed_at) }
      : null,
    asking_for_evidence: edition.statements.filter(asksForEvidence).length,
    ...progressOf(edition.elements, edition.statements, row.answers, row.completed),
    reports: row.reports.map((one) => ({ ...one, created_at: timeOf(one.created_at) })),
    is_report_pending: assessment?.is_report_pending ?? false,
    new_edition,
  }
}

// Within JSON the database writes a moment in a form of its own.
function timeOf<T extends string | null>(text: T): T {
  return (text === null ? null : new Date(text).toISOString()) as T
}

function asksForEvidence({ responses }: Edition['statements'][number]) {
  return responses.some(({ asks_for_evidence: asks }) => asks)
}
