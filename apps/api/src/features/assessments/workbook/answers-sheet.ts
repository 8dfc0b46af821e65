import { createHash } from 'node:crypto'
import { cleanText } from 'contract/clean-text'
import type { YearAndType } from '#features/assessments/questions.ts'

/** The sheet that holds the answers, and the columns of it: written in this order, read by title. */
export const SHEET = 'Answers'

export const COLUMNS = {
  number: { title: 'No.', width: 8 },
  key: { title: 'Key', width: 14, isRead: true },
  element: { title: 'Element', width: 26 },
  statement: { title: 'Statement', width: 60 },
  guidance: { title: 'Guidance', width: 40 },
  responses: { title: 'Responses', width: 44 },
  now: { title: 'Now', width: 12, isRead: true },
  future: { title: 'Future', width: 12, isRead: true },
  reason: { title: 'Reason this statement doesn’t apply', width: 30, isRead: true },
  note: { title: 'Note', width: 40, isRead: true },
  token: { title: 'Do not change', width: 16, isRead: true },
} satisfies Record<string, { title: string; width: number; isRead?: true }>

export type ColumnName = keyof typeof COLUMNS

export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[]

/** The cells that a respondent fills in. */
export const ANSWER_COLUMNS = ['now', 'future', 'reason', 'note'] as const

export type AnswerCells = Record<(typeof ANSWER_COLUMNS)[number], string>

/** A row as it was read. */
export type AnswerRow = AnswerCells & { row: number; key: string; token: string }

/** What a row was downloaded from: the edition, the year and type, and the versions of its answers. */
export type RowToken = { questions: string; versions: [now: number, future: number, note: number] }

/** The questions that a row belongs to. */
export function questionsIdOf({ setId, year, type }: YearAndType & { setId: number }): string {
  return `${setId}-${year}-${type}`
}

export function tokenText({ questions, versions }: RowToken, cells: AnswerCells): string {
  return `${questions} ${versions.join('.')} ${fingerprintOf(cells)}`
}

/** Undefined if someone changed the text. */
export function readToken(text: string): (RowToken & { fingerprint: string }) | undefined {
  const found = /^(\S+) (\d{1,9})\.(\d{1,9})\.(\d{1,9}) (\S+)$/.exec(text)
  if (!found) return undefined
  const [, questions = '', now, future, note, fingerprint = ''] = found
  return { questions, versions: [Number(now), Number(future), Number(note)], fingerprint }
}

/** Tells whether a row was filled in since its download. */
export function fingerprintOf(cells: AnswerCells): string {
  const texts = JSON.stringify(ANSWER_COLUMNS.map((name) => cells[name]))
  return createHash('sha256').update(texts).digest('base64url').slice(0, 10)
}

/** Texts as both sides compare them. */
export function cellText(text: string | null | undefined): string {
  return cleanText(text ?? '').normalize('NFC')
}
