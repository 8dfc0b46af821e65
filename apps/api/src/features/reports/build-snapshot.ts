import { type Action, listActions } from 'rules/actions'
import { type QuickestRoute, quickestRoute } from 'rules/quickest-route'
import type { ReportElement, ReportSnapshot, ReportStatement } from 'contract/reports'
import {
  type CertificationBand,
  chosenResponse,
  elementScore,
  overallScore,
  reachedBand,
  STATE,
  statementScore,
} from 'rules/scores'
import {
  type SnapshotInput,
  type SnapshotElement,
  type SnapshotStatement,
  scorable,
} from '#features/reports/snapshot/scorable.ts'

type Scorable = ReturnType<typeof scorable>

/** The content of an action report. The same rows give the same report. */
export function buildSnapshot(input: SnapshotInput): ReportSnapshot {
  const set = scorable(input)
  const { elements, answers, bands } = set
  const actions = listActions(elements, answers)
  const path = quickestRoute(elements, answers, bands)
  const byStatement = new Map(actions.map((action) => [action.statementId, action]))
  const shown = elements.map((element) => reportElement(element, set, byStatement))
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
    content_set: input.contentSet,
    current: overallScore(elements, answers, STATE.current),
    future: overallScore(elements, answers, STATE.future),
    certified: overallScore(elements, answers, STATE.certified),
    statement_count: shown
      .flatMap((element) => element.statements)
      .filter((statement) => statement.current_score !== null).length,
    gap_count: actions.length,
    band: reachedBand(elements, answers, STATE.current, bands)?.label ?? null,
    path: reportPath(path),
    elements: shown,
    actions: reportActions(actions, path, shown, set),
  }
}

function reportElement(element: SnapshotElement, set: Scorable, actions: Map<number, Action>) {
  const current = elementScore(element, set.answers, STATE.current)
  return {
    id: element.id,
    key: element.key,
    number: element.number,
    title: element.title,
    description: element.description,
    group: element.group,
    ...notCounted(element),
    current,
    future: elementScore(element, set.answers, STATE.future),
    certified: elementScore(element, set.answers, STATE.certified),
    band: reportBand(element, current),
    statements: element.statements.map((statement, index) => ({
      ...reportStatement(statement, set, actions.get(statement.id)),
      number: `${element.number}.${index + 1}`,
    })),
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
    current_score: statementScore(statement, answer, STATE.current),
    future_score: statementScore(statement, answer, STATE.future),
    certified_score: statementScore(statement, answer, STATE.certified),
    not_applicable_reason: answer?.reason ?? null,
    note: notes.get(statement.id) ?? null,
    ...(files && { attachments: files.map(({ file_name, size }) => ({ file_name, size })) }),
    next_step: (action && stepTexts(action, steps)[0]) ?? null,
  }
}

/** The route to the next band. Null without a next band; without ids if all actions together don't reach it. */
function reportPath({ band, actions }: QuickestRoute<CertificationBand>): ReportSnapshot['path'] {
  if (!band) return null
  return {
    band: band.label,
    min_overall: band.minOverall,
    min_element: band.minElement,
    statement_ids: actions && actions.map((action) => action.statementId),
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
