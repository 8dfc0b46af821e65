import type { AssessmentStatus, Overview, OverviewQuery } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'
import { isAuditor } from 'contract/roles'
import type { SharedForUser } from 'contract/shared-assessments'
import { allows } from 'rules/assessment-status'
import { isTheirTurn, waitsForOwner } from 'rules/shared-work'
import type { SignedInContext, App } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { type Edition, editionOf } from '#features/content/edition.ts'
import {
  type Assessment,
  type OwnAssessment,
  getSavedAnswers,
} from '#features/assessments/assessments.queries.ts'
import { WHOLE, asked } from '#features/assessments/edition-for.ts'
import { scopeOf, scopeShown } from '#features/assessments/scope-choice.ts'
import { listAskedOf } from '#features/assessments/comments/comments.queries.ts'
import { chooseSet } from '#features/assessments/chosen-set.ts'
import { fillOffer } from '#features/assessments/shared/fill.ts'
import { findPlanSummary } from '#features/assessments/plan/plan-summary.queries.ts'
import { getSharedForUser } from '#features/assessments/shared/shared.queries.ts'
import { progressOf, verdictNow } from '#features/assessments/progress.ts'
import { changesBetween, countsOf } from '#features/content/edition-changes.ts'
import { findDueDate } from '#support/due-dates.queries.ts'
import type { z } from 'zod'
import { dayOf, yearOf } from '#core/host-tenant.ts'
import { listedStatements, markedStatements } from './outline.ts'
import { certificationFor } from './start-certification.ts'
import { droppedIn } from './move-scopes.ts'
import { findStart, isEmpty } from './self-assessment-copy.queries.ts'
import { listActionReports, type Moving, listLaterEditions } from './overview.queries.ts'

const NO_SET = { set: null, elements: [], statements: [] }

const NOTHING_SAVED = { answers: [], completed: [], marked: [] }

export async function overviewOf(
  db: Db,
  context: SignedInContext,
  query: z.output<typeof OverviewQuery>,
): Promise<Overview> {
  const { app, scope, actor, tenant } = context
  const currentYear = yearOf(tenant, app.adapters.now())
  const { year = currentYear, type = 'self_assessment', ...wanted } = query
  const choice = { year, type, ...wanted }
  const chosen = await chooseSet(db, scope, actor.id, choice)
  const { set, sets, years, alike, assessment, contentSetId: id } = chosen
  const whole = id === undefined ? NO_SET : await editionOf(db, scope, app.cache, id)
  const earlier = alike.find((one) => one.year < year)
  const scopeNow = scopeFor(whole, assessment, earlier)
  const edition = asked(whole, scopeNow)
  const of = { ...whoseOf(actor.id, assessment), year, type, set }
  const shared = await sharedFor(db, context, assessment)
  const saved = assessment ? await savedIn(db, context, assessment.id, edition) : NOTHING_SAVED
  const progress = (elements: Edition['elements']) =>
    progressOf(elements, edition.statements, saved.answers, saved.completed)
  return {
    year,
    years: [...new Set([currentYear, year, ...years])].sort((a, b) => b - a),
    type,
    set,
    sets,
    content_set: edition.set,
    assessment: assessment ?? null,
    scope: shownScope(whole, scopeNow, saved.answers, mayChange(actor.id, assessment, shared)),
    shared,
    fill: await fillOffer(db, context, assessment),
    has_other: chosen.hasOther,
    carries_from: earlier?.year ?? null,
    asking_for_evidence: edition.statements.filter(asksForEvidence).length,
    self_assessment_id: await findSource(db, context, of, assessment),
    elements: progress(edition.elements).elements,
    next: nextFor(edition.elements, shared, actor.id, progress),
    marked: saved.marked,
    asked: await askedIn(db, context, assessment, edition),
    reports: await listActionReports(
      db,
      scope,
      alike.map((one) => one.id),
    ),
    verdict: shortVerdict(edition, saved, scopeNow.scope_levels),
    plan: await findPlanSummary(db, scope, {
      ids: alike.map((one) => one.id),
      year,
      userId: actor.id,
      today: dayOf(tenant, app.adapters.now()),
    }),
    is_report_pending: assessment?.is_report_pending === true,
    due_on: await findDueDate(db, scope, { contentSetId: id, year, type }),
    new_edition: await newEditionFor(db, app, scope, isOwn(shared) ? assessment : undefined),
  }
}

/** Without the statements, which are in the report. */
function shortVerdict(
  edition: Edition | typeof NO_SET,
  saved: Parameters<typeof verdictNow>[1],
  chosenLevels: readonly string[] | null,
): Overview['verdict'] {
  const verdict = edition.set && verdictNow(edition, saved, chosenLevels)
  if (!verdict?.next) return verdict
  const { missing, ...next } = verdict.next
  return { ...verdict, next: { ...next, missing: { ...missing, statements: [] } } }
}

type Whole = Edition | typeof NO_SET

/** Before the start that of the last year. */
function scopeFor(whole: Whole, present?: OwnAssessment, last?: OwnAssessment) {
  return whole.set ? scopeOf(whole, {}, present ?? last) : WHOLE
}

type Shown = Parameters<typeof scopeShown>

function shownScope(whole: Whole, now: Shown[1], answers: Shown[2], mayChange: boolean) {
  return whole.set && scopeShown(whole, now, answers, mayChange)
}

/** Of what waits for the user; else of what the owner answers until someone joins. */
function nextFor(
  elements: Edition['elements'],
  shared: SharedForUser | null,
  userId: number,
  progress: (some: Edition['elements']) => Pick<Overview, 'next'>,
) {
  const theirs = elements.filter(({ id }) => isTheirTurn(shared, userId, id))
  const awaited = elements.filter(({ id }) => waitsForOwner(shared, id))
  return progress(theirs).next ?? progress(awaited).next
}

function whoseOf(userId: number, assessment: { owner_id: number; is_shared: boolean } | undefined) {
  const { owner_id, is_shared } = assessment ?? { owner_id: userId, is_shared: false }
  return { owner_id, is_shared }
}

async function sharedFor(
  db: Db,
  { scope, actor }: SignedInContext,
  assessment: { id: number; is_shared: boolean } | undefined,
) {
  return assessment?.is_shared ? await getSharedForUser(db, scope, actor.id, assessment.id) : null
}

/** Only the owner of a shared assessment moves it to another edition. */
function isOwn(shared: SharedForUser | null) {
  return shared === null || shared.role === 'owner'
}

function mayChange(
  userId: number,
  assessment: Pick<Assessment, 'owner_id' | 'status'> | undefined,
  shared: SharedForUser | null,
) {
  if (!assessment) return true
  const isOne = assessment.owner_id === userId || shared?.role === 'contributor'
  return isOne && allows(assessment.status, 'answer')
}

async function savedIn(
  db: Db,
  context: SignedInContext,
  id: number,
  edition: Parameters<typeof markedStatements>[3],
) {
  return {
    ...(await getSavedAnswers(db, context.scope, id)),
    marked: await markedStatements(db, context, id, edition),
  }
}

async function askedIn(
  db: Db,
  { scope, actor }: SignedInContext,
  assessment: { id: number; status: AssessmentStatus; is_shared: boolean } | undefined,
  edition: Parameters<typeof listedStatements>[0],
) {
  if (!assessment?.is_shared || !allows(assessment.status, 'answer') || isAuditor(actor.roles))
    return []
  const statements = new Map(listedStatements(edition).map((one) => [one.id, one]))
  return (await listAskedOf(db, scope, assessment.id, actor.id)).flatMap(
    ({ statement_id, ...question }) => {
      const statement = statements.get(statement_id)
      return statement ? [{ ...question, statement }] : []
    },
  )
}

/** The self-assessment that a certification without answers can start from. Only its owner submits it. */
async function findSource(
  db: Db,
  context: SignedInContext,
  of: {
    owner_id: number
    is_shared: boolean
    year: number
    type: AssessmentType
    set: number | null
  },
  known: { id: number; status: AssessmentStatus } | undefined,
) {
  const { scope, actor } = context
  const { type, set } = of
  if (set === null) return null
  if (type === 'self_assessment') {
    const { owner_id, is_shared, year } = of
    if (known?.status !== 'completed' || owner_id !== actor.id) return null
    return (await offersCertification(db, context, { year, set, is_shared })) ? known.id : null
  }
  if (known && !(await canBeFilled(db, scope, known))) return null
  return (await findStart(db, scope, { ...of, set })) ?? null
}

/** Whether a certification of the current year is offered and has no answers yet. */
async function offersCertification(
  db: Db,
  { app, scope, actor, tenant }: SignedInContext,
  { year, set, is_shared }: { year: number; set: number; is_shared: boolean },
) {
  if (year !== yearOf(tenant, app.adapters.now())) return false
  const chosen = await certificationFor(db, scope, actor.id, { year, set, is_shared })
  return chosen !== undefined && (!chosen.known || (await canBeFilled(db, scope, chosen.known)))
}

async function canBeFilled(
  db: Db,
  scope: Scope,
  { id, status }: { id: number; status: AssessmentStatus },
) {
  return allows(status, 'answer') && (await isEmpty(db, scope, id))
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
  if (!assessment || !allows(assessment.status, 'answer')) return null
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
    to_confirm: changes.changed.filter(({ asksAgain }) => asksAgain).length,
    ...(await droppedIn(db, { cache, scope }, assessment, newest.id)),
  }
}
