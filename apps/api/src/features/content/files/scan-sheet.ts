import { CONTENT_LIMITS } from 'contract/content-limits'
import type { Fault } from 'contract/content-format'

// Room for a header, every response, and formatted but empty rows.
const MAX_ROW = CONTENT_LIMITS.responses * 2
const MAX_COLUMN_LETTERS = 2

// A sheet has few levels; a parser takes seconds for thousands.
const MAX_DEPTH = 50

const CELLS = /^(?:row|c|f)$/

const TOO_FAR =
  'The sheet is too large. Use only the columns from the format and at most 100,000 rows.'

const DAMAGED = 'The sheet is damaged. Save the workbook again as .xlsx.'

// Bounded and never past the next "<", so that a hostile sheet costs no more than its length.
const TAG =
  /<(?<close>\/?)(?:[\w.-]{1,50}:)?(?<name>[\w.-]{1,50})(?=[\s/>])(?<attributes>(?:[^<>"']|"[^<"]{0,200}"|'[^<']{0,200}'){0,500})(?<end>>?)/g
const MERGED =
  /<(?:[\w.-]{1,50}:)?mergeCell\s[^<>]{0,200}?\bref\s{0,5}=\s{0,5}["'](?<from>[a-z]{1,3}(?<row>\d{1,7})(?::[a-z]{1,3}\d{1,7})?)["']/gi
const ADDRESS = /\sr\s{0,5}=\s{0,5}(?<quote>["'])(?<value>.*?)\k<quote>/s

/** Formulas, merged and far-away cells, which the parser of values would follow or leave out. */
export function findSheetFaults(parts: [string, string][]): Fault[] {
  const titles = sheetTitles(new Map(parts))
  return parts
    .filter(([, xml]) => /<(?:[\w.-]+:)?sheetData[\s/>]/.test(xml))
    .flatMap(([path, xml]) => scanSheet(titles.get(path) ?? path, xml))
}

function scanSheet(title: string, xml: string): Fault[] {
  const faults: Fault[] = []
  let row = 0
  for (const { end, name, attributes = '' } of cellTags(xml)) {
    const address = end && addressOf(attributes)
    if (!address) return [{ place: `${title} row ${row}`, message: DAMAGED }]
    row = address.row ?? row
    const place = `${title} row ${row}`
    if (isTooFar(row, address.letters)) return [{ place, message: TOO_FAR }]
    if (name === 'f') {
      faults.push({ place, message: 'A cell contains a formula. Enter the value instead.' })
    }
  }
  return [...faults, ...mergedCells(title, xml)]
}

/** Rows, cells and formulas in order. An empty object ends a sheet that is too deep. */
function* cellTags(xml: string): Generator<Record<string, string>> {
  let depth = 0
  for (const { groups = {} } of xml.matchAll(TAG)) {
    depth += stepOf(groups)
    if (depth > MAX_DEPTH) {
      yield {}
      return
    }
    if (!groups['close'] && CELLS.test(String(groups['name']))) yield groups
  }
}

function stepOf({ close, attributes }: Record<string, string>) {
  if (close) return -1
  return attributes?.endsWith('/') ? 0 : 1
}

/** Merged cells lose all values but the first. */
function mergedCells(title: string, xml: string): Fault[] {
  return [...xml.matchAll(MERGED)].map(({ groups }) => ({
    place: `${title} row ${groups?.['row']}`,
    message: `The cells ${groups?.['from']} are merged. Unmerge the cells and fill in each one.`,
  }))
}

/** A place such as `B12` or `12`; null if it is hidden behind an escape. */
function addressOf(attributes: string) {
  const value = ADDRESS.exec(attributes)?.groups?.['value'] ?? ''
  const [isAddress, letters = '', digits] = /^([a-z]*)(\d*)$/i.exec(value) ?? []
  return isAddress === undefined ? null : { letters, row: digits ? Number(digits) : undefined }
}

function isTooFar(row: number, letters: string) {
  return row > MAX_ROW || letters.length > MAX_COLUMN_LETTERS
}

/** Maps parts of the archive to the names on the sheets' tabs. */
function sheetTitles(parts: Map<string, string>) {
  const targets = new Map(
    tagsOf(parts.get('xl/_rels/workbook.xml.rels'), 'Relationship').map((tag) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target'),
    ]),
  )
  return new Map(
    tagsOf(parts.get('xl/workbook.xml'), 'sheet').map((tag) => {
      const target = targets.get(attribute(tag, 'r:id')) ?? ''
      return [target.startsWith('/') ? target.slice(1) : `xl/${target}`, attribute(tag, 'name')]
    }),
  )
}

function tagsOf(xml: string | undefined, name: string) {
  return xml?.match(new RegExp(`<(?:[\\w.-]+:)?${name}\\s[^<>]*>`, 'g')) ?? []
}

function attribute(tag: string, name: string) {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? ''
}
