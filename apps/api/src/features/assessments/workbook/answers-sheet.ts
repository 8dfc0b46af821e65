import { createHash } from 'node:crypto'
import type { Cell } from '#support/read-workbook.ts'
import type { OfYear } from '#features/assessments/questions.ts'

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
  reason: { title: 'Reason why it does not apply', width: 30, isRead: true },
  note: { title: 'Note', width: 40, isRead: true },
  seen: { title: 'Do not change', width: 16, isRead: true },
} satisfies Record<string, { title: string; width: number; isRead?: true }>

export type ColumnName = keyof typeof COLUMNS

export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[]

/** The cells that a respondent fills in. */
export const FILLED = ['now', 'future', 'reason', 'note'] as const

export type Filled = Record<(typeof FILLED)[number], string>

/** A row as it was read. */
export type AnswerRow = Filled & { row: number; key: string; seen: string }

/** What a row was downloaded from: the edition, the year and type, and the versions of its answers. */
export type Seen = { of: string; versions: [now: number, future: number, note: number] }

/** The questions that a row belongs to. */
export function markOf({ setId, year, type }: OfYear & { setId: number }): string {
  return `${setId}-${year}-${type}`
}

export function seenText({ of, versions }: Seen, cells: Filled): string {
  return `${of} ${versions.join('.')} ${printOf(cells)}`
}

/** Undefined if someone changed the text. */
export function readSeen(text: string): (Seen & { print: string }) | undefined {
  const found = /^(\S+) (\d{1,9})\.(\d{1,9})\.(\d{1,9}) (\S+)$/.exec(text)
  if (!found) return undefined
  const [, of = '', now, future, note, print = ''] = found
  return { of, versions: [Number(now), Number(future), Number(note)], print }
}

/** Tells whether a row was filled in since its download. */
export function printOf(cells: Filled): string {
  const texts = JSON.stringify(FILLED.map((name) => cells[name]))
  return createHash('sha256').update(texts).digest('base64url').slice(0, 10)
}

/** Cells as both sides compare them. */
export function cellText(value: Cell | undefined): string {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  return text.replaceAll(/\r\n?/g, '\n').normalize('NFC').trim()
}
