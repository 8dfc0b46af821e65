import { type Action, listActions } from 'rules/actions'
import { type QuickestRoute, quickestRoute } from 'rules/quickest-route'
import type { ReportElement, ReportSnapshot, ReportStatement } from 'contract/reports'
import { describeBand, hasConditions } from 'rules/next-band'
import { chosenResponse, STATE, statementScore, type State } from 'rules/scores'
import {
  type CertificationBand,
  elementBandOf,
  judge,
  type Judged,
  reachedBand,
} from 'rules/verdict'
import {
  type SnapshotInput,
  type SnapshotElement,
  type SnapshotStatement,
  scorable,
} from '#features/reports/snapshot/scorable.ts'

type Scorable = ReturnType<typeof scorable>
/** The scores of each state. */
type Scored = Record<keyof typeof STATE, Judged>

/** The content of an action report. The same rows give the same report. */
export function buildSnapshot(input: SnapshotInput): ReportSnapshot {
  const set = scorable(input)
  const { elements, answers, scheme } = set
  const scored = scoredStates(set)
  const actions = listActions(elements, answers)
  const path = quickestRoute(elements, answers, scheme)
  const byStatement = new Map(actions.map((action) => [action.statementId, action]))
  const shown = elements.map((element, index) =>
    reportElement(element, { set, scored, index }, byStatement),
  )
  return {
    format: 'report/1',
    kind: 'action',
    year: input.year,
    type: input.type,
    version: input.version,
    title: `Action report ${input.year}`,
    created_at: input.createdAt.toISOString(),
    organisation: input.organisation,
    respondent: input.respondent,
    ...(input.scope !== undefined && { scope: input.scope }),
    content_set: input.contentSet,
    current: scored.current.overall,
    future: scored.future.overall,
    certified: scored.certified.overall,
    statement_count: shown
      .flatMap((element) => element.statements)
      .filter((statement) => statement.current !== null).length,
    gap_count: actions.length,
    band: bandLabel(scored.current, set),
    ...(hasConditions(scheme) && { future_band: bandLabel(scored.future, set) }),
    path: reportPath(path, scored.current, set),
    elements: shown,
    actions: reportActions(actions, path, shown, set),
  }
}

function scoredStates({ elements, answers }: Scorable): Scored {
  const scoresOf = (state: State) => judge(elements, answers, state)
  return {
    current: scoresOf(STATE.current),
    future: scoresOf(STATE.future),
    certified: scoresOf(STATE.certified),
  }
}

function bandLabel(judged: Judged, { scheme }: Scorable) {
  return reachedBand(judged, scheme)?.label ?? null
}

type Place = { set: Scorable; scored: Scored; index: number }

function reportElement(element: SnapshotElement, place: Place, actions: Map<number, Action>) {
  const { scored, index, set } = place
  const scoreOf = (state: keyof Scored) => scored[state].elements[index]?.score ?? null
  const current = scoreOf('current')
  return {
    id: element.id,
    key: element.key,
    number: element.number,
    title: element.title,
    description: element.description,
    group: element.group,
    ...notCounted(element),
    current,
    future: scoreOf('future'),
    certified: scoreOf('certified'),
    ...elementVerdict(place),
    band: reportBand(element, current),
    statements: element.statements.map((statement) => ({
      ...reportStatement(statement, set, actions.get(statement.id)),
      number: `${element.number}.${statement.position + 1}`,
    })),
  }
}

/** Left out of sets without element bands, so that older reports keep their hash. */
function elementVerdict({ set: { scheme }, scored, index }: Place) {
  if (!scheme.elementBands) return {}
  const labelIn = (state: keyof Scored) => {
    const element = scored[state].elements[index]
    return (element && elementBandOf(element, scheme)?.label) ?? null
  }
  return {
    verdict: {
      current: labelIn('current'),
      future: labelIn('future'),
      certified: labelIn('certified'),
    },
  }
}

/** Left out of what counts, so that older reports keep their hash. */
function notCounted({ weight }: { weight: number }) {
  return weight === 0 ? { is_counted: false as const } : {}
}

/** The band of a score. Bands have no gaps, so the last one that starts at or below the score contains it. */
function reportBand({ bands }: SnapshotElement, current: number | null) {
  if (current === null) return null
  const band = bands
    .toSorted((a, b) => a.from - b.from)
    .findLast(({ from }) => current * 100 >= from - 1e-9)
  return band ? { title: band.title, text: band.text } : null
}

function reportStatement(
  statement: SnapshotStatement,
  { answers, notes, attachments, steps }: Scorable,
  action: Action | undefined,
): Omit<ReportStatement, 'number'> {
  const answer = answers.get(statement.id)
  const files = attachments.get(statement.id)
  return {
    id: statement.id,
    key: statement.key,
    text: statement.text,
    ...notCounted(statement),
    responses: statement.responses.map(({ id, label, value }) => ({ id, label, value })),
    current: chosenResponse(answer, STATE.current),
    future: chosenResponse(answer, STATE.future),
    certified: chosenResponse(answer, STATE.certified),
    current_score: shownScore(statement, answer, STATE.current),
    future_score: shownScore(statement, answer, STATE.future),
    certified_score: shownScore(statement, answer, STATE.certified),
    not_applicable_reason: answer?.reason ?? null,
    note: notes.get(statement.id) ?? null,
    ...(files && { attachments: files.map(({ file_name, size }) => ({ file_name, size })) }),
    next_step: (action && stepTexts(action, steps)[0]) ?? null,
  }
}

/** Also where it counts, a statement that doesn't apply has no score to show. */
function shownScore(
  ...[statement, answer, state]: Parameters<typeof statementScore>
): ReportStatement['current_score'] {
  return answer?.notApplicable ? null : statementScore(statement, answer, state)
}

/** The route to the next band. Null without a next band; without ids if all actions together don't reach it. */
function reportPath(
  path: QuickestRoute<CertificationBand>,
  judged: Judged,
  { scheme, ladder }: Scorable,
): ReportSnapshot['path'] {
  if (!path.band) return null
  return {
    ...describeBand(judged, scheme, path.band, ladder),
    statement_ids: path.actions && path.actions.map((action) => action.statementId),
    ...(path.actions && !path.isLeast && { may_take_less: true as const }),
  }
}

function reportActions(
  actions: Action[],
  path: QuickestRoute<CertificationBand>,
  elements: ReportElement[],
  { steps }: Scorable,
) {
  const onPath = new Set(path.actions?.map((action) => action.statementId))
  const statements = new Map(
    elements.flatMap((element) => element.statements.map((each) => [each.id, each])),
  )
  return actions.flatMap((action) => {
    const statement = statements.get(action.statementId)
    if (!statement) return []
    return {
      statement_id: action.statementId,
      element_id: action.elementId,
      number: statement.number,
      statement: statement.text,
      steps: stepTexts(action, steps),
      gap: action.gap,
      levels: action.steps.length,
      gain: action.gain,
      effort: action.steps.some(({ effort }) => effort) ? action.effort : null,
      benefit: benefitOf(action),
      is_on_path: onPath.has(action.statementId),
    }
  })
}

function stepTexts(action: Action, texts: Scorable['steps']) {
  return action.steps.flatMap(({ id }) => texts.get(id) ?? [])
}

function benefitOf({ steps }: Action) {
  const benefits = steps.flatMap((step) =>
    'benefit' in step && typeof step.benefit === 'number' ? step.benefit : [],
  )
  return benefits.length > 0 ? Math.max(...benefits) : null
}
