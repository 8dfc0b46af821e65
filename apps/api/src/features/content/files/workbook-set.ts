import { isBlank } from 'contract/clean-text'
import { sameText } from 'contract/same-text'
import { formatList } from 'rules/plural'
import { AS_TEXT, quoted } from '#support/cell-faults.ts'
import type { Sheet } from '#support/read-workbook.ts'
import type { PlaceOf } from './content-faults.ts'
import { type CellFault, readRows, type Row } from './workbook-rows.ts'
import { columnsOf, ROOT_FIELDS, SHEETS, type SheetName } from './workbook-sheets.ts'

/** Columns that say what a row belongs to. */
const LINKS = new Set(['field', 'key', 'element', 'statement'])

type Fields = Record<string, unknown>
type Path = readonly PropertyKey[]

/** Builds the JSON form from the rows, and keeps the row of each part. */
export function buildSet(sheets: Sheet[]): {
  faults: CellFault[]
  input?: Fields
  placeOf?: PlaceOf
  /** The sheets are none of ours. */
  isOther?: true
} {
  const { rows, faults, isShape, isOther } = readRows(sheets)
  if (isOther) return { faults, isOther }
  // With a missing sheet or column, or without a key, faults of other rows would only repeat that.
  if (isShape || faults.some(({ column = '' }) => LINKS.has(column))) return { faults }

  const places = new Map<unknown, string>()
  const place = (row: Row, fields: Fields) => {
    places.set(fields, row.place)
    return fields
  }
  const root = readRoot(rows['Content set'], faults)
  const bands = Map.groupBy(rows.Bands, ({ fields }) => kindOf(fields))
  const statements = Map.groupBy(rows.Statements, ({ fields }) => keyOf(fields['element']))
  const responses = Map.groupBy(rows.Responses, ({ fields }) => keyOf(fields['statement']))
  const reportBands = Map.groupBy(bands.get('report') ?? [], ({ fields }) =>
    keyOf(fields['element']),
  )

  const elements = rows.Elements.map((element) => {
    const own = take(reportBands, element).map((row) => place(row, reportBand(row)))
    return place(element, {
      ...element.fields,
      ...linesIn(element, 'path'),
      ...(own.length > 0 && { reportBands: own }),
      statements: take(statements, element).map((row) => {
        const own = take(responses, row)
        return place(row, {
          ...without(row, 'element'),
          ...linesIn(row, 'groups'),
          // Without any, it takes the set’s.
          ...((own.length > 0 || rows['Set responses'].length === 0) && {
            responses: own.map((response) => place(response, without(response, 'statement'))),
          }),
        })
      }),
    })
  })
  const listed = (name: string, list: Row[] = [], column = 'kind') =>
    list.length > 0 ? { [name]: list.map((row) => place(row, without(row, column))) } : {}
  const { certificationBands = [], ...verdict } = {
    ...listed('certificationBands', bands.get('certification')),
    ...listed('elementBands', bands.get('element')),
    ...listed('groups', rows.Groups, ''),
    ...listed('responses', rows['Set responses'], ''),
  }

  const told = new Set(faults.map(({ place, column }) => `${place} ${column}`))
  const isUntold = ({ place, column }: CellFault) => !told.has(`${place} ${column}`)
  // Children that no parent has taken have an unknown key.
  const keys = new Set(rows.Statements.map(({ fields }) => keyOf(fields['key'])))
  const ofNone = new Map([...responses].filter(([key]) => key === undefined || !keys.has(key)))
  faults.push(
    ...orphans(statements, 'element', 'Elements').filter(isUntold),
    ...orphans(ofNone, 'statement', 'Statements').filter(isUntold),
    ...orphans(reportBands, 'element', 'Elements').filter(isUntold),
    ...unknownKinds(rows.Bands).filter(isUntold),
  )
  const input: Fields = {
    format: 'content-set/1',
    ...root.fields,
    ...verdict,
    certificationBands,
    elements,
  }
  return { input, faults, placeOf: (path: Path) => placeIn(input, path, places, root.places) }
}

/** Level names never have the sign between them. */
const LEVELS = /\s*[>＞\n]\s*/

const ROOT_NAMES = new Map<string, string>(Object.entries(ROOT_FIELDS))

function readRoot(rows: Row[], faults: CellFault[]) {
  const fields: Fields = {}
  const places = new Map<PropertyKey, string>()
  for (const row of rows) {
    const name = sameText(String(row.fields['field'] ?? '')).toLowerCase()
    const value = row.fields['value']
    const field = name === 'format' ? name : ROOT_NAMES.get(name)
    const wrong = field === undefined ? unknownField(name) : dateFault(row, name)
    if (wrong) faults.push({ place: row.place, ...wrong })
    if (places.has(name))
      faults.push({
        place: row.place,
        message: `The field “${name}” appears more than once. Keep only one.`,
      })
    places.set(name, row.place)
    if (field === undefined) continue
    places.set(field, row.place)
    if (value !== undefined) fields[field] = field === 'scale' ? String(value).split(LEVELS) : value
  }
  return { fields, places }
}

function unknownField(name: string) {
  const what = name === '' ? 'field is empty' : `field shows ${quoted(name)}`
  return { message: `${what}. Use only ${formatList([...ROOT_NAMES.keys()])}.`, column: 'field' }
}

const PASSAGES = new Set(['description', 'licence', 'introduction'])

/** Spreadsheets turn titles such as 1-2 into dates. */
function dateFault({ fields, isDated }: Row, name: string) {
  const shown = quoted(String(fields['value']))
  return isDated && !PASSAGES.has(name)
    ? { message: `value shows ${shown}, a date or time. ${AS_TEXT}`, column: 'value' }
    : undefined
}

/** A list of which each part is on its own line of the cell. */
function linesIn({ fields }: Row, field: string) {
  if (fields[field] === undefined) return {}
  const lines = String(fields[field]).split(/\r\n?|\n/)
  return { [field]: lines.filter((line) => !isBlank(line)) }
}

/** Children of a parent's key. The first of two parents with the same key gets them. */
function take(groups: Map<unknown, Row[]>, parent: Row) {
  const key = keyOf(parent.fields['key'])
  const rows = groups.get(key) ?? []
  if (key !== undefined) groups.delete(key)
  return key === undefined ? [] : rows
}

/** Rows refer to a key by what is seen of it. */
function keyOf(value: Row['fields'][string] | undefined) {
  return value === undefined ? undefined : sameText(String(value))
}

function orphans(groups: Map<unknown, Row[]>, column: string, sheet: SheetName): CellFault[] {
  return [...groups.values()].flat().map(({ place, fields }) => {
    const key = fields[column]
    const message =
      key === undefined
        ? `${column} is empty. Enter a key from the ${sheet} sheet.`
        : `“${String(key)}” is not a key in the ${sheet} sheet. Enter a key from that sheet in the column “${column}”.`
    return { place, message, column }
  })
}

function kindOf(fields: Row['fields']): string {
  return sameText(String(fields['kind'] ?? '')).toLowerCase()
}

function unknownKinds(rows: Row[]): CellFault[] {
  return rows
    .filter(({ fields }) => !['certification', 'element', 'report'].includes(kindOf(fields)))
    .map(({ place, fields }) => ({
      place,
      message: `${fields['kind'] === undefined ? 'kind is empty' : `kind shows ${quoted(String(fields['kind']))}`}. Enter certification, element or report.`,
      column: 'kind',
    }))
}

function reportBand({ fields }: Row): Fields {
  const { kind: _kind, element: _element, label, ...band } = fields
  return { title: label, ...band }
}

function without({ fields }: Row, column: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== column))
}

function placeIn(
  input: unknown,
  path: Path,
  places: Map<unknown, string>,
  rootPlaces: Map<PropertyKey, string>,
) {
  let place = rootPlaces.get(path[0] ?? '') ?? sheetOfRoot(path[0])
  let part = input
  for (const step of path) {
    part = (part as Fields | undefined)?.[String(step)]
    place = places.get(part) ?? place
  }
  const field = path.findLast((step) => typeof step === 'string') ?? ''
  return { place, field: columnTitle(place, field) }
}

const SHEET_OF_LIST = new Map<PropertyKey | undefined, SheetName>([
  ['elements', 'Elements'],
  ['certificationBands', 'Bands'],
  ['elementBands', 'Bands'],
  ['groups', 'Groups'],
  ['responses', 'Set responses'],
])

function sheetOfRoot(field: PropertyKey | undefined): SheetName {
  return SHEET_OF_LIST.get(field) ?? 'Content set'
}

function columnTitle(place: string, field: string) {
  const sheet = Object.keys(SHEETS).find((name) => place.startsWith(name)) as SheetName
  if (sheet === 'Bands' && field === 'title') return 'label'
  return columnsOf(sheet).find(([, column]) => column.field === field)?.[0] ?? field
}
