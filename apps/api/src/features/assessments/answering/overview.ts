import type { Overview, OverviewQuery } from 'contract/assessments'
import type { SignedInContext, App } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { findInForce } from '#features/content/content-sets.queries.ts'
import { type Edition, editionOf } from '#features/content/edition.ts'
import { getSavedAnswers, listAssessments } from '#features/assessments/assessments.queries.ts'
import { progressOf } from '#features/assessments/progress.ts'
import { changesBetween, countsOf } from '#features/content/edition-changes.ts'
import { CLOSED } from '#features/assessments/require-open-assessment.ts'
import type { z } from 'zod'
import { yearOf } from '#core/host-tenant.ts'
import { listActionReports, type Moving, listLaterEditions } from './overview.queries.ts'

const NO_SET = { set: null, elements: [], statements: [] }

const NOTHING_SAVED = { answers: [], completed: [] }

export async function overviewOf(
  db: Db,
  { app, scope, actor, tenant }: SignedInContext,
  query: z.output<typeof OverviewQuery>,
): Promise<Overview> {
  const currentYear = yearOf(tenant, app.adapters.now())
  const { year = currentYear, type = 'self_assessment' } = query
  const own = await listAssessments(db, scope, actor.id, type)
  const assessment = own.find((one) => one.year === year)
  // Without an assessment, the set in force is shown.
  const setId = assessment?.content_set_id ?? (await findInForce(db, scope, year, type))?.id
  const edition = setId === undefined ? NO_SET : await editionOf(db, scope, app.cache, setId)
  const saved = assessment ? await getSavedAnswers(db, scope, assessment.id) : NOTHING_SAVED
  return {
    year,
    years: [...new Set([currentYear, year, ...own.map((one) => one.year)])].sort((a, b) => b - a),
    type,
    content_set: edition.set,
    assessment: assessment ?? null,
    asking_for_evidence: edition.statements.filter(asksForEvidence).length,
    ...progressOf(edition.elements, edition.statements, saved.answers, saved.completed),
    reports: await listActionReports(db, scope, actor.id, type),
    is_report_pending: assessment?.is_report_pending === true,
    new_edition: await newEditionFor(db, app, scope, assessment),
  }
}

function asksForEvidence({ responses }: Edition['statements'][number]) {
  return responses.some(({ asks_for_evidence: asks }) => asks)
}

/** The edition that the owner of an assessment could move it to, with what it would change. */
export async function newEditionFor(
  db: Db,
  { cache }: Pick<App, 'cache'>,
  scope: Scope,
  assessment: Moving | undefined,
): Promise<Overview['new_edition']> {
  if (!assessment || CLOSED.has(assessment.status)) return null
  const later = await listLaterEditions(db, scope, assessment)
  const [newest] = later
  if (!newest) return null
  const changes = await changesBetween(db, scope, cache, assessment.content_set_id, newest.id)
  const { moved: _, ...counts } = countsOf(changes)
  const texts = later.toReversed().map((edition) => edition.what_changed ?? '')
  return {
    content_set_id: newest.id,
    version: newest.version,
    what_changed: texts.filter((text) => text !== '').join('\n\n') || null,
    ...counts,
  }
}
