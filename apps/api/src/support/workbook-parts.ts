import { cleanLine } from 'contract/clean-text'
import { attributeOf, type XmlTag, xmlTags, xmlText } from '#adapters/xml-tags.ts'
import { formatCode, GENERAL } from './shown-cell.ts'

// Room for all cells of the largest set.
export const XML_LIMITS = { tags: 5_000_000, depth: 50 }

/** The XML of a workbook by its path in lower case, without a slash in front. */
export type Parts = ReadonlyMap<string, string>

/** A sheet as the workbook lists it. Only a worksheet has cells. */
export type ListedSheet = { name: string; path: string; isWorksheet: boolean }

/** What the workbook says about itself; undefined if the parts are of another kind of file. */
export function readBook(parts: Parts) {
  const path = pathOf(relationsOf(parts, ''), 'officeDocument')
  const book = [path, BOOK].find((one) => parts.has(one))
  if (book === undefined) return undefined
  const relations = relationsOf(parts, book)
  const xml = parts.get(book) ?? ''
  return {
    sheets: readSheetList(xml, relations),
    is1904: /<(?:[\w.-]+:)?workbookPr\s[^<>]*\bdate1904\s*=\s*["'](?:1|true)["']/.test(xml),
    strings: readStrings(parts.get(pathOf(relations, 'sharedStrings'))),
    formats: readFormats(parts.get(pathOf(relations, 'styles'))),
  }
}

const BOOK = 'xl/workbook.xml'

// Excel's names have at most 31.
const LONGEST_NAME = 100

type Relations = ReturnType<typeof relationsOf>

function pathOf(relations: Relations, kind: string) {
  return [...relations.values()].find((one) => one.kind === kind)?.path ?? ''
}

function readSheetList(xml: string, relations: Relations): ListedSheet[] {
  return [...startTags(xml)].flatMap((tag) => {
    if (tag.name !== 'sheet') return []
    const { path = '', kind } = relations.get(relationId(tag)) ?? {}
    const name = cleanLine(xmlText(attributeOf(tag, 'name') ?? '').slice(0, LONGEST_NAME))
    return [{ name, path, isWorksheet: kind === 'worksheet' }]
  })
}

/** The id of a relation has a prefix of the writer's choice. */
function relationId({ attributes }: XmlTag): string {
  return /[\w.-]+:id\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1] ?? ''
}

/** What a part refers to, by id. */
function relationsOf(parts: Parts, path: string) {
  const slash = path.lastIndexOf('/') + 1
  const xml = parts.get(`${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`)
  const relations = new Map<string, { kind: string; path: string }>()
  for (const tag of startTags(xml ?? '')) {
    if (tag.name !== 'Relationship') continue
    const kind = (attributeOf(tag, 'Type') ?? '').split('/').at(-1) ?? ''
    const target = xmlText(attributeOf(tag, 'Target') ?? '')
    // Addresses outside the workbook can have any form.
    const address = URL.parse(encodeURI(target), `file:///${path}`)?.pathname ?? ''
    const found = { kind, path: decodeURI(address).slice(1).toLowerCase() }
    relations.set(attributeOf(tag, 'Id') ?? '', found)
  }
  return relations
}

function* startTags(xml: string): Generator<XmlTag> {
  for (const tag of xmlTags(xml, XML_LIMITS)) if (!tag.isEnd) yield tag
}

const LISTS = new Set(['numFmts', 'cellXfs'])

/** The code of each cell style's number format. */
function readFormats(xml = ''): string[] {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let list = ''
  for (const tag of xmlTags(xml, XML_LIMITS)) {
    const id = Number(attributeOf(tag, 'numFmtId') ?? 0)
    if (LISTS.has(tag.name)) list = tag.isEnd ? '' : tag.name
    if (tag.isEnd) continue
    // Conditional formats have others, which they number in another way.
    const place = `${list} ${tag.name}`
    if (place === 'numFmts numFmt')
      codes.set(id, xmlText(attributeOf(tag, 'formatCode') ?? GENERAL))
    if (place === 'cellXfs xf') ids.push(id)
  }
  return ids.map((id) => formatCode(id, codes))
}

function readStrings(xml = ''): string[] {
  const strings: string[] = []
  let item = ''
  for (const part of textParts(xml)) {
    item += part.text
    if (!part.isLast) continue
    strings.push(unescaped(item))
    item = ''
  }
  return strings
}

/** The texts of items, without those that tell how others are read aloud (phonetic). */
function* textParts(xml: string): Generator<{ text: string; isLast: boolean }> {
  let from: number | undefined
  let isPhonetic = false
  for (const tag of xmlTags(xml, XML_LIMITS)) {
    const { name, isEmpty } = tag
    const isEnd = tag.isEnd || isEmpty
    if (name === 'rPh') isPhonetic = !isEnd
    if (name === 'si' && isEnd) yield { text: '', isLast: true }
    if (name !== 't' || isPhonetic) continue
    if (from !== undefined) yield { text: xmlText(xml.slice(from, tag.from)), isLast: false }
    from = isEnd ? undefined : tag.to
  }
}

/** The text of a cell that holds it itself. */
export function inlineText(xml: string): string {
  // A document has one root, and the text can have several parts.
  return unescaped([...textParts(`<is>${xml}</is>`)].map(({ text }) => text).join(''))
}

/** Spreadsheets write some characters as `_x000D_`. */
export function unescaped(text: string): string {
  return text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
