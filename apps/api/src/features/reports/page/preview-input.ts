import { groupOf } from 'rules/heading-path'
import type { DraftElement, DraftHead, DraftStatement } from 'contract/draft'
import { levelsOf } from 'contract/content-groups'
import { withSetResponses } from 'contract/set-responses'
import { STATE } from 'rules/scores'
import { lowestLevel } from '#features/content/draft-of-file.ts'
import type { AnswerRow, SnapshotInput } from '#features/reports/snapshot/scorable.ts'

/** Percent of each statement's range. */
export type Levels = { current: number; future: number }

type Origin = Pick<SnapshotInput, 'year' | 'createdAt' | 'organisation'>
type DraftResponses = readonly DraftStatement['responses'][number][]
type Response = DraftStatement['responses'][number] & { value: number }

const UNWRITTEN = 'No text yet'

/** The input of a report with sample answers. Parts of a draft that can't be scored are left out. */
export function previewInput(
  head: DraftHead,
  elements: readonly DraftElement[],
  levels: Levels,
  origin: Origin,
): SnapshotInput {
  const scoring = { from: zeroOf(head), notApplicable: countsOf(head) }
  const ladder = levelsOf((head.groups ?? []).map(groupRow)).map(({ key }) => key)
  const shown = elements.map((element, index) => ({ ...element, id: index + 1 }))
  const statements = shown
    .flatMap((element) =>
      element.statements.map((statement, position) => ({ element, statement, position })),
    )
    .map((place, index) => ({
      ...place,
      id: index + 1,
      responses: scored(withSetResponses(head.responses, place.statement)),
    }))
    .filter(({ responses }) => responses.length > 1)
    .map((place) => ({
      ...place,
      responses: place.responses.map((response, index) => ({
        ...response,
        id: place.id * 1000 + index,
      })),
    }))
  return {
    ...origin,
    type: 'self_assessment',
    version: 1,
    respondent: 'Sample answers',
    contentSet: contentSetOf(head, elements),
    ...schemeRows(head),
    elements: shown.map(elementRow),
    statements: statements.map(({ id, element, statement, position }) => ({
      id,
      element_id: element.id,
      key: statement.key,
      position,
      text: statement.text || UNWRITTEN,
      weight: weightOf(statement),
      scoring,
      is_key: statement.isKey === true,
      level_key: ladder.find((key) => statement.groups?.includes(key)) ?? null,
    })),
    statementResponses: statements.flatMap(({ id: statementId, responses }) =>
      responses.map(({ id, label, description, value, action, effort, benefit }) => ({
        id,
        statement_id: statementId,
        label: label || UNWRITTEN,
        description: description || null,
        value,
        action: action || null,
        effort,
        benefit,
      })),
    ),
    answers: statements.flatMap(({ id, responses }) => answersOf(id, responses, levels)),
    notes: [],
  }
}

function contentSetOf(
  head: DraftHead,
  elements: readonly DraftElement[],
): SnapshotInput['contentSet'] {
  return {
    id: 1,
    title: head.title || UNWRITTEN,
    description: head.description || null,
    scale: head.scale.length > 0 ? head.scale : null,
    lowest_level: lowestLevel(elements, head.responses),
    source: head.source || null,
    licence: head.licence || null,
    ...(head.introduction !== '' && { introduction: head.introduction }),
    ...(head.language !== '' && { language: head.language }),
    ...(head.scoreFrom === 'zero' && { score_from: 'zero' as const }),
  }
}

/** Bands with a missing number can't be reached, so they are left out. */
function schemeRows({ certificationBands, elementBands = [], groups = [] }: DraftHead) {
  const whole = elementBands.flatMap(({ minOverall, minStatement, ...band }) =>
    minOverall === null || minStatement === null ? [] : [{ ...band, minOverall, minStatement }],
  )
  return {
    certificationBands: certificationBands.flatMap(
      ({ minOverall, minElement, minStatement, ...band }) =>
        minOverall === null || minElement === null || minStatement === null
          ? []
          : [{ ...band, minOverall, minElement, minStatement }],
    ),
    elementBands: whole.length > 0 ? whole : null,
    groups: groups.map(groupRow),
  }
}

function groupRow({ order, description, ...group }: NonNullable<DraftHead['groups']>[number]) {
  return { ...group, description: description || undefined, order: order ?? undefined }
}

function zeroOf({ scoreFrom }: DraftHead) {
  return scoreFrom === 'zero' ? scoreFrom : undefined
}

function countsOf({ notApplicableCounts: counts }: DraftHead) {
  return counts === 'excluded' ? undefined : counts
}

function elementRow(element: DraftElement & { id: number }) {
  const { id, key, title, description, required } = element
  return {
    id,
    key,
    number: id,
    title: title || UNWRITTEN,
    description: description || null,
    group: groupOf(element) || null,
    weight: weightOf(element),
    is_required: required,
    bands: element.reportBands.flatMap(({ from, to, ...band }) =>
      from === null || to === null ? [] : [{ from, to, ...band }],
    ),
  }
}

function weightOf({ weight }: { weight: number | null }) {
  return weight !== null && weight >= 0 ? weight : 1
}

/** Responses that have a value, lowest first; none unless their values differ. */
function scored({ responses }: { responses: DraftResponses }): Response[] {
  const valued = responses.flatMap((one) =>
    one.value === null ? [] : [{ ...one, value: one.value }],
  )
  const isScorable = new Set(valued.map(({ value }) => value)).size > 1
  return isScorable ? valued.toSorted((a, b) => a.value - b.value) : []
}

type Choice = { id: number; value: number }

function answersOf(id: number, responses: readonly Choice[], levels: Levels): AnswerRow[] {
  const current = nearest(responses, levels.current)
  const future = nearest(responses, Math.max(levels.current, levels.future))
  return [
    { state: STATE.current, choice: current },
    { state: STATE.future, choice: future },
  ].map(({ state, choice }) => ({
    statement_id: id,
    state,
    statement_response_id: choice?.id ?? null,
    not_applicable_reason: null,
  }))
}

function nearest(responses: readonly Choice[], percent: number) {
  const lowest = responses[0]?.value ?? 0
  const wanted = lowest + (((responses.at(-1)?.value ?? 0) - lowest) * percent) / 100
  return responses.toSorted((a, b) => Math.abs(a.value - wanted) - Math.abs(b.value - wanted))[0]
}
