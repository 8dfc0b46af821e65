import type { Fault } from 'contract/content-format'
import { readSheets } from '#support/read-workbook.ts'
import { type AnswerRow, COLUMN_NAMES, COLUMNS, cellText, SHEET } from './answers-sheet.ts'

const READ = COLUMN_NAMES.filter((name) => 'isRead' in COLUMNS[name])

/** Runs in a thread. The rows of a workbook with answers, by the titles of their columns. */
export async function run(bytes: Uint8Array): Promise<{ rows: AnswerRow[] } | { faults: Fault[] }> {
  const read = await readSheets(
    bytes,
    'Download the questions again, and copy your answers into the new file.',
  )
  if ('faults' in read) return read
  const found = read.sheets.find(({ sheet }) => isSame(sheet, SHEET))
  if (!found)
    return {
      faults: [
        {
          place: 'File',
          message: `The workbook needs a sheet named “${SHEET}”. Use the workbook you downloaded.`,
        },
      ],
    }
  const [head = [], ...data] = found.data
  const titles = head.map(cellText)
  const missing = READ.filter((name) => !titles.some((title) => isSame(title, COLUMNS[name].title)))
  if (missing.length > 0)
    return {
      faults: missing.map((name) => ({
        place: `${SHEET} row 1`,
        message: `The sheet needs a column named “${COLUMNS[name].title}”. Use the workbook you downloaded.`,
      })),
    }
  const positions = READ.map(
    (name) => [name, titles.findIndex((title) => isSame(title, COLUMNS[name].title))] as const,
  )
  const rows = data.flatMap((cells, index) => {
    const texts = positions.map(([name, at]) => [name, cellText(cells[at])] as const)
    if (texts.every(([, text]) => text === '')) return []
    return [{ ...(Object.fromEntries(texts) as Omit<AnswerRow, 'row'>), row: index + 2 }]
  })
  return { rows }
}

function isSame(one: string, other: string) {
  return one.trim().toLowerCase() === other.toLowerCase()
}
