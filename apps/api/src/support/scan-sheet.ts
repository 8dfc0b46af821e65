import { CONTENT_LIMITS } from 'contract/content-limits'
import type { Fault } from 'contract/content-format'
import { XmlFault, type XmlTag, attributeOf, xmlTags } from '#adapters/xml-tags.ts'

// Room for a header, every response, and formatted but empty rows.
const MAX_ROW = CONTENT_LIMITS.responses * 2
const MAX_COLUMN_LETTERS = 2

// Room for all cells of the largest set.
const LIMITS = { tags: 5_000_000, depth: 50 }

const CELLS = new Set(['row', 'c', 'f'])

const TOO_FAR = 'The sheet is too large. Delete extra columns and keep at most 100,000 rows.'

const DAMAGED = 'The sheet is damaged. Save the workbook again as .xlsx.'

const UNREADABLE = 'We can’t read this workbook. Open it in Excel and save it again as .xlsx.'

/** Parts that would keep the parser of values busy, and cells that it would follow or leave out. */
export function findSheetFaults(parts: [string, string][]): Fault[] {
  const sheets = parts.filter(([, xml]) => isSheet(xml))
  const others = parts.filter(([, xml]) => !isSheet(xml))
  if (others.some(([, xml]) => !isReadable(xml))) return [{ place: 'File', message: UNREADABLE }]
  const titles = sheetTitles(new Map(others))
  return sheets.flatMap(([path, xml]) => scanSheet(titles.get(path) ?? path, xml))
}

function isSheet(xml: string): boolean {
  return /<(?:[\w.-]+:)?sheetData[\s/>]/.test(xml)
}

function isReadable(xml: string): boolean {
  try {
    for (const _ of xmlTags(xml, LIMITS));
    return true
  } catch (error) {
    if (error instanceof XmlFault) return false
    throw error
  }
}

/** Formulas, merged and far-away cells. */
function scanSheet(title: string, xml: string): Fault[] {
  const faults: Fault[] = []
  let row = 0
  try {
    for (const tag of xmlTags(xml, LIMITS)) {
      if (tag.isEnd) continue
      if (tag.name === 'mergeCell') faults.push(mergedFault(title, tag))
      if (!CELLS.has(tag.name)) continue
      const address = addressOf(tag)
      row = address.row ?? row
      const place = `${title} row ${row}`
      if (isTooFar(row, address.letters)) return [{ place, message: TOO_FAR }]
      if (tag.name === 'f') faults.push({ place, message: FORMULA })
    }
    return faults
  } catch (error) {
    if (error instanceof XmlFault) return [{ place: `${title} row ${row}`, message: DAMAGED }]
    throw error
  }
}

const FORMULA = 'A cell contains a formula. Enter the value instead.'

/** Merged cells lose all values but the first. */
function mergedFault(title: string, tag: XmlTag): Fault {
  const cells = attributeOf(tag, 'ref') ?? ''
  return {
    place: `${title} row ${/\d+/.exec(cells)?.[0] ?? 1}`,
    message: `The cells ${cells.slice(0, 30)} are merged. Unmerge the cells and fill in each one.`,
  }
}

/** A place such as `B12` or `12`. It must not be hidden behind an escape. */
function addressOf(tag: XmlTag) {
  const value = attributeOf(tag, 'r') ?? ''
  const [isAddress, letters = '', digits] = /^([a-z]*)(\d*)$/i.exec(value) ?? []
  if (isAddress === undefined)
    throw new XmlFault('A cell has an invalid reference. Save the workbook again as .xlsx.')
  return { letters, row: digits ? Number(digits) : undefined }
}

function isTooFar(row: number, letters: string) {
  return row > MAX_ROW || letters.length > MAX_COLUMN_LETTERS
}

/** Maps parts of the archive to the names on the sheets' tabs. */
function sheetTitles(parts: Map<string, string>) {
  const targets = new Map(
    tagsOf(parts.get('xl/_rels/workbook.xml.rels'), 'Relationship').map((tag) => [
      attributeOf(tag, 'Id'),
      attributeOf(tag, 'Target') ?? '',
    ]),
  )
  return new Map(
    tagsOf(parts.get('xl/workbook.xml'), 'sheet').map((tag) => {
      const target = targets.get(attributeOf(tag, 'r:id')) ?? ''
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
      return [path, attributeOf(tag, 'name') ?? '']
    }),
  )
}

function tagsOf(xml: string | undefined, name: string): XmlTag[] {
  const tags: XmlTag[] = []
  for (const tag of xmlTags(xml ?? '', LIMITS)) if (tag.name === name && !tag.isEnd) tags.push(tag)
  return tags
}
