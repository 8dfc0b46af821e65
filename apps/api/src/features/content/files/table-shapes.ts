import { sameText } from 'contract/same-text'
import type { TableField } from 'contract/content-imports'
import type { Sheet } from '#support/read-workbook.ts'
import { readCsv } from './read-csv.ts'

/** A table with the names of its columns. `above`: rows before them. */
export type Table = {
  name: string
  headings: string[]
  rows: { row: number; cells: string[] }[]
  above: number
}

/** More columns than a person would assign. */
const COLUMNS = 60

export function tableOfCsv(name: string, text: string): Table | undefined {
  const read = readCsv(text)
  return (
    read &&
    tableOf(
      name,
      read.rows.map((cells, index) => ({ row: index + 1, cells })),
    )
  )
}

export function tableOfSheet({ sheet, rows }: Sheet): Table {
  return tableOf(
    sheet,
    rows.map(({ row, cells }) => {
      const width = Math.min(COLUMNS, Math.max(0, ...[...cells.keys()].map((at) => at + 1)))
      return { row, cells: Array.from({ length: width }, (_, at) => cells.get(at)?.shown ?? '') }
    }),
  )
}

/** How many rows may be above the names of the columns: titles and remarks. */
const MOST_ABOVE = 20

function tableOf(name: string, given: Table['rows']): Table {
  const filled = given.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const counts = filled
    .slice(0, MOST_ABOVE)
    .map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  // The first row that is nearly as full as the fullest: others are titles above the table.
  const most = Math.max(0, ...counts)
  const above = Math.max(
    0,
    counts.findIndex((count) => count >= Math.max(1, most * 0.6)),
  )
  const [head, ...rows] = filled.slice(above)
  const widths = filled.slice(above).map(({ cells }) => cells.length)
  const width = Math.min(
    COLUMNS,
    widths.reduce((one, other) => Math.max(one, other), 0),
  )
  return {
    name,
    headings: Array.from({ length: width }, (_, at) => sameText(head?.cells[at] ?? '')),
    rows: rows.map(({ row, cells }) => ({ row, cells: cells.slice(0, width) })),
    above,
  }
}

/** Names that columns often have, the most telling first. */
const USUAL: [TableField, RegExp][] = [
  ['text', /^(statement|requirement|control) ?(text|description|statement)?s?$/i],
  ['text', /\b(statement|requirement|question|criteri(on|a)|practice|measure|control text)\b/i],
  ['text', /^(text|description|control|item|title|name)$/i],
  [
    'key',
    /^(key|id|ref|ref\.?|reference|number|no\.?|nr\.?|#|identifier|code)$|\b(id|ref|number|identifier)$/i,
  ],
  [
    'element',
    /\b(element|domain|section|category|family|topic|area|theme|chapter|clause|objective)\b/i,
  ],
  ['heading', /\b(part|function|group heading|heading|pillar|dimension)\b/i],
  [
    'guidance',
    /\b(guidance|guide|help|explanation|notes?|remarks?|details?|discussion|annotation|description)\b/i,
  ],
  ['evidenceExample', /\b(evidence|artefacts?|artifacts?|proof)\b/i],
  ['shortTitle', /\b(short|title|name|summary)\b/i],
  ['groups', /\b(levels?|profiles?|tiers?|implementation groups?|groups?|baselines?|maturity)\b/i],
  ['weight', /\bweight/i],
]

/** What each column most likely is. One is the statement: the one of that name, or the one with the longest texts. */
export function usualColumns({ headings, rows }: Table): TableField[] {
  const columns: TableField[] = headings.map(() => 'ignored')
  const isFree = (at: number) => columns[at] === 'ignored'
  for (const [field, pattern] of USUAL) {
    if (columns.includes(field)) continue
    const at = headings.findIndex((heading, index) => isFree(index) && pattern.test(heading))
    if (at >= 0) columns[at] = field
  }
  if (!columns.includes('text') && headings.length > 0) columns[longestOf(headings, rows)] = 'text'
  return columns
}

function longestOf(headings: readonly string[], rows: Table['rows']): number {
  const lengths = headings.map((_, at) =>
    rows.slice(0, 100).reduce((sum, { cells }) => sum + (cells[at]?.length ?? 0), 0),
  )
  return lengths.indexOf(Math.max(...lengths))
}

const SAMPLE = { rows: 6, characters: 120 }

/** What the author sees of it while assigning columns. */
export function sampleOf({ name, headings, rows }: Table) {
  return {
    name,
    headings: headings.map((heading) => heading.slice(0, SAMPLE.characters)),
    rows: rows
      .slice(0, SAMPLE.rows)
      .map(({ cells }) => headings.map((_, at) => (cells[at] ?? '').slice(0, SAMPLE.characters))),
    count: rows.length,
  }
}
