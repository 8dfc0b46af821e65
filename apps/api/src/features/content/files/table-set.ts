import type { ImportChoices, TableField } from 'contract/content-imports'
import { CONTENT_LIMITS } from 'contract/content-limits'
import { numberOfText } from 'rules/number-text'
import { formatList, formatNumber, plural } from 'rules/plural'
import { refusal } from './content-faults.ts'
import {
  type Conversion,
  cut,
  type ElementInput,
  LINE,
  type Notes,
  openKeys,
  openNotes,
  PASSAGE,
  some,
  type StatementInput,
} from './conversion.ts'
import { sampleOf, type Table, usualColumns } from './table-shapes.ts'

/** A table with one row per statement. */
export function convertTables(
  tables: readonly Table[],
  fileName: string,
  choices: ImportChoices,
): Conversion {
  const fullest = tables.toSorted((one, other) => other.rows.length - one.rows.length)[0]
  const table = tables.find(({ name }) => name === choices.sheet) ?? fullest
  if (!table || table.rows.length === 0)
    return refusal(
      'The file has no table. Put the names of the columns in one row, and each statement in a row below it.',
    )
  const columns = columnsFor(table, choices)
  if (!columns.includes('text'))
    return refusal(
      'No column is assigned to the statement. Choose the column that has the statements.',
    )
  const notes = openNotes()
  const title = some(fileName.replace(/\.\w{1,5}$/, '').replaceAll(/[_-]+/g, ' ')) ?? table.name
  const elements = elementsOf(table, { columns, notes, title: cut(title, LINE, notes) })
  if (elements.length === 0)
    return refusal(
      'The column assigned to the statement is empty in every row. Choose another column.',
    )
  const groups = [
    ...new Set(elements.flatMap(({ statements }) => statements.flatMap((one) => one.groups ?? []))),
  ]
  tellTable(table, { tables, columns, notes })
  return {
    kind: 'table',
    recognised: `A table with ${plural(table.rows.length, { one: '# row', other: '# rows' })} and ${plural(table.headings.length, { one: '# column', other: '# columns' })}.`,
    set: { title: cut(choices.title ?? title, LINE, notes), language: choices.language, elements },
    groups: groups.map((key) => ({ key, label: key })),
    responses: [],
    notes,
    table: { sheet: table.name, sheets: tables.map(sampleOf) },
    chosen: { columns, sheet: table.name },
  }
}

/** Columns of another sheet don't fit. */
function columnsFor(table: Table, { columns, sheet }: ImportChoices): TableField[] {
  const isOfThis = columns && (sheet === undefined || sheet === table.name)
  return isOfThis ? table.headings.map((_, at) => columns[at] ?? 'ignored') : usualColumns(table)
}

type Reading = { columns: readonly TableField[]; notes: Notes; title: string }
type Placed = { path: string[]; title: string; statements: StatementInput[] }

function elementsOf(table: Table, { columns, notes, title }: Reading): ElementInput[] {
  const [elementKey, statementKey] = [openKeys(notes), openKeys(notes)]
  const found = new Map<string, Placed>()
  // An empty cell means the one above, as in merged cells.
  let before: { element?: string; headings: string[] } = { headings: [] }
  for (const { cells } of table.rows) {
    const of = (field: TableField) =>
      columns.flatMap((column, at) => (column === field ? (cells[at]?.trim() ?? '') : []))
    const [text, element] = [joined(of('text')), some(of('element').join(' '))]
    before = placeOf({ element, headings: of('heading') }, before)
    if (text === undefined) {
      notes.leaveOut({ one: '# row without a statement', other: '# rows without a statement' })
      continue
    }
    const path = before.headings.filter((one) => one !== '').map((one) => lineOf(one, notes))
    const name = lineOf(before.element ?? path.at(-1) ?? title, notes)
    const outer = before.element === undefined ? path.slice(0, -1) : path
    const place = [...outer, name].join('\n')
    const placed = found.get(place) ?? { path: outer, title: name, statements: [] }
    found.set(place, placed)
    placed.statements.push({
      key: statementKey(some(of('key').join(' ')), `${place}\n${text}`),
      text: cut(text, PASSAGE, notes),
      guidance: passage(of('guidance'), notes),
      shortTitle: short(of('shortTitle'), notes),
      weight: weightOf(of('weight').join(''), notes),
      evidenceExample: passage(of('evidenceExample'), notes),
      groups: groupsIn(of('groups')),
    })
  }
  return [...found.values()].map(({ path, title: name, statements }) => ({
    key: elementKey(undefined, [...path, name].join('\n')),
    title: name,
    path: path.length === 0 ? undefined : path.slice(-CONTENT_LIMITS.headings),
    statements,
  }))
}

type Place = { element?: string | undefined; headings: string[] }

/** A new heading ends the element and the headings within it. */
function placeOf(now: Place, before: Place): { element?: string; headings: string[] } {
  const first = now.headings.findIndex((one) => one !== '')
  const headings =
    first === -1
      ? before.headings
      : [...before.headings.slice(0, first), ...now.headings.slice(first)]
  const element = now.element ?? (first === -1 ? before.element : undefined)
  return { headings, ...(element !== undefined && { element }) }
}

function lineOf(text: string, notes: Notes) {
  return cut(text.replaceAll(/\s*\n\s*/g, ' '), LINE, notes)
}

function joined(texts: readonly string[]) {
  return some(texts.filter((one) => one !== '').join('\n\n'))
}

function passage(texts: readonly string[], notes: Notes) {
  const text = joined(texts)
  return text === undefined ? undefined : cut(text, PASSAGE, notes)
}

function short(texts: readonly string[], notes: Notes) {
  const text = joined(texts)
  return text === undefined ? undefined : lineOf(text, notes)
}

function weightOf(text: string, notes: Notes) {
  if (text === '') return undefined
  const weight = numberOfText(text)
  if (weight !== undefined && weight >= 0 && weight <= 1e6) return weight
  notes.leaveOut({
    one: '# weight that isn’t a number from 0 to 1,000,000',
    other: '# weights that aren’t numbers from 0 to 1,000,000',
  })
  return undefined
}

/** Several in one cell are separated by commas, semicolons or lines. */
function groupsIn(cells: readonly string[]) {
  const names = cells
    .flatMap((cell) => cell.split(/[,;\n]/))
    .flatMap((one) => some(one)?.slice(0, CONTENT_LIMITS.key) ?? [])
  return names.length === 0 ? undefined : [...new Set(names)]
}

type Told = { tables: readonly Table[]; columns: readonly TableField[]; notes: Notes }

function tellTable(table: Table, { tables, columns, notes }: Told) {
  const texts = table.headings.filter((_, at) => columns[at] === 'text')
  const list = formatList(texts.map((heading) => `“${heading}”`))
  notes.decide(
    texts.length === 1
      ? `The column ${list} becomes the statement.`
      : `The columns ${list} together become the statement.`,
  )
  if (!columns.includes('element') && !columns.includes('heading'))
    notes.decide('All statements are in one element, because no column is assigned to the element.')
  notes.leaveOut({ one: '# row above the table', other: '# rows above the table' }, table.above)
  const ignored = columns.filter((column) => column === 'ignored').length
  notes.leaveOut({ one: '# column', other: '# columns' }, ignored)
  const others = tables.filter((one) => one !== table && one.rows.length > 0)
  notes.leaveOut(
    { one: 'the other sheet', other: `${formatNumber(others.length)} other sheets` },
    others.length,
  )
}
