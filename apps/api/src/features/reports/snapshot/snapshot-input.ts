import type { ReportSnapshot } from 'contract/reports'
import type { State } from 'rules/scores'

/** The database rows of a report, in order of position. */
export interface SnapshotInput {
  year: number
  type: ReportSnapshot['type']
  version: number
  createdAt: Date
  organisation: string
  respondent: string
  contentSet: ReportSnapshot['content_set']
  certificationBands: CertificationBandRow[]
  elements: ElementRow[]
  statements: StatementRow[]
  statementResponses: StatementResponseRow[]
  answers: AnswerRow[]
  notes: { statement_id: number; note: string }[]
  attachments?: { statement_id: number; name: string; size: number }[]
}

/** In percent, lowest band first. */
export interface CertificationBandRow {
  label: string
  min_overall: number
  min_element: number
}

export interface ElementRow {
  id: number
  key: string
  number: number
  title: string
  description: string | null
  group: string | null
  weight: number
  is_required: boolean
  /** In percent. */
  bands: { from: number; to: number; title: string; text: string }[]
}

export interface StatementRow {
  id: number
  element_id: number
  key: string
  position: number
  text: string
  weight: number
}

export interface StatementResponseRow {
  id: number
  statement_id: number
  label: string
  value: number
  action: string | null
  effort: number | null
  benefit: number | null
}

export interface AnswerRow {
  statement_id: number
  state: State
  statement_response_id: number | null
  not_applicable_reason: string | null
}
