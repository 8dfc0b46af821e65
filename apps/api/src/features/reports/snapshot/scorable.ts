import { stepText } from 'rules/action-labels'
import type { RouteElement } from 'rules/quickest-route'
import { type ScoredAnswer, type State, STATE } from 'rules/scores'
import type { CertificationBand } from 'rules/verdict'
import type { ReportSnapshot } from 'contract/reports'
import type { Edition } from '#features/content/edition.ts'
import { schemeOf, type SchemeRows } from '#features/content/scheme-of.ts'

/** The database rows of a report, in order of position. */
export interface SnapshotInput {
  year: number
  type: ReportSnapshot['type']
  version: number
  createdAt: Date
  organisation: string
  respondent: string
  scope?: string
  contentSet: ReportSnapshot['content_set']
  certificationBands: CertificationBand[]
  elementBands?: SchemeRows['elementBands']
  groups?: SchemeRows['groups']
  chosenLevels?: SchemeRows['chosenLevels']
  elements: ElementRow[]
  statements: StatementRow[]
  statementResponses: StatementResponseRow[]
  answers: AnswerRow[]
  notes: { statement_id: number; note: string }[]
  attachments?: { statement_id: number; file_name: string; size: number }[]
}

type ElementRow = Omit<
  Edition['elements'][number],
  'statement_set_id' | 'bands' | 'group_name' | 'path'
> & {
  /** In percent. */
  bands: { from: number; to: number; title: string; text: string }[]
}
type StatementRow = Pick<
  Edition['statements'][number],
  'id' | 'element_id' | 'key' | 'position' | 'text' | 'weight'
> &
  Partial<Pick<Edition['statements'][number], 'scoring' | 'is_key' | 'level_key'>>
type StatementResponseRow = Pick<
  Edition['statements'][number]['responses'][number],
  'id' | 'statement_id' | 'label' | 'description' | 'value' | 'action' | 'effort' | 'benefit'
>

export interface AnswerRow {
  statement_id: number
  state: State
  statement_response_id: number | null
  not_applicable_reason: string | null
}

export type SnapshotStatement = StatementRow & {
  responses: SnapshotInput['statementResponses']
}
export type SnapshotElement = ElementRow & { statements: SnapshotStatement[] } & RouteElement
export type SnapshotAnswer = ScoredAnswer & { reason: string | null }

/** The rows as sorted trees and maps, for computing scores. */
export function scorable(input: SnapshotInput) {
  const responses = Map.groupBy(input.statementResponses, (row) => row.statement_id)
  const statements = Map.groupBy(input.statements, (row) => row.element_id)
  const statementOf = (row: StatementRow): SnapshotStatement => {
    const ofStatement = responses.get(row.id) ?? []
    return { ...row, responses: ofStatement.toSorted((a, b) => a.value - b.value) }
  }
  const elementOf = (row: ElementRow): SnapshotElement => {
    const ofElement = (statements.get(row.id) ?? []).toSorted((a, b) => a.position - b.position)
    return { ...row, statements: ofElement.map(statementOf) }
  }
  return {
    elements: input.elements.toSorted((a, b) => a.number - b.number).map(elementOf),
    answers: answersByStatement(input.answers),
    steps: new Map(input.statementResponses.map((row) => [row.id, stepText(row)])),
    notes: new Map(input.notes.map(({ statement_id, note }) => [statement_id, note])),
    attachments: Map.groupBy(input.attachments ?? [], (row) => row.statement_id),
    ...schemeOf({ ...input, certificationBands: input.certificationBands.toSorted(asListed) }),
  }
}

/** As published sets list them. */
function asListed(one: CertificationBand, other: CertificationBand) {
  return one.minOverall - other.minOverall || one.minElement - other.minElement
}

function answersByStatement(rows: AnswerRow[]): Map<number, SnapshotAnswer> {
  const answers = new Map<number, SnapshotAnswer>()
  for (const [id, rowsHere] of Map.groupBy(rows, (row) => row.statement_id)) {
    const chosen = (state: AnswerRow['state']) =>
      rowsHere.find((row) => row.state === state)?.statement_response_id ?? null
    const reason = rowsHere.find((row) => row.not_applicable_reason)?.not_applicable_reason ?? null
    answers.set(id, {
      current: chosen(STATE.current),
      future: chosen(STATE.future),
      certified: chosen(STATE.certified),
      notApplicable: reason !== null,
      isCertified: rowsHere.some((row) => row.state === STATE.certified),
      reason,
    })
  }
  return answers
}
