/** How much of a document is read. */
export type XmlLimits = { tags: number; depth: number }

export type XmlTag = {
  /** Without its prefix. */
  name: string
  /** With it. */
  written: string
  attributes: string
  isEnd: boolean
  /** Start and end in one tag, as in `<v/>`. */
  isEmpty: boolean
  /** Where the tag is in the document. */
  from: number
  to: number
  /** The number of elements that it is in. */
  depth: number
}

/** The document is refused before a parser reads it. */
export class XmlFault extends Error {
  override name = 'XmlFault'
}

// No part can match in two ways, so a hostile tag costs no more than its length.
const TAG =
  /<(?<end>\/?)(?<name>[^\s<>/='"]+)(?<attributes>(?:[ \t\r\n]+[^\s<>/='"]+[ \t\r\n]*=[ \t\r\n]*(?:"[^"<]*"|'[^'<]*')){0,100})[ \t\r\n]*(?<empty>\/?)>/y

/** What isn't a tag, with its end. Its content is skipped. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/**
 * The tags of a document in order. Parsers take minutes for some documents of a few kilobytes, so this passes over the
 * text once and throws at the first tag that is unfinished or beyond the limits.
 */
export function* xmlTags(xml: string, limits: XmlLimits): Generator<XmlTag> {
  const open: string[] = []
  let count = 0
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const skipped = endOfSkipped(xml, at)
    if (skipped !== undefined) {
      at = skipped
      continue
    }
    const tag = readTag(xml, at)
    count += 1
    const isFirst = count === 1 && !tag.isEnd
    if (tag.isEnd ? open.pop() !== tag.written : open.length === 0 && !isFirst)
      throw new XmlFault(MALFORMED)
    tag.depth = open.length
    if (!tag.isEnd && !tag.isEmpty) open.push(tag.written)
    refuseBeyond(limits, count, open.length)
    yield tag
    at = tag.to
  }
  if (open.length > 0) throw new XmlFault(MALFORMED)
}

function refuseBeyond(limits: XmlLimits, count: number, depth: number) {
  if (count > limits.tags) throw new XmlFault(TOO_MANY)
  if (depth > limits.depth) throw new XmlFault(TOO_DEEP)
}

/** The text between a tag and the next one, without spaces around it. */
export function textAfter(xml: string, { to }: XmlTag): string {
  let next = xml.indexOf('<', to)
  for (let end = endOfSkipped(xml, next); end !== undefined; end = endOfSkipped(xml, next))
    next = xml.indexOf('<', end)
  return trimXml(xmlText(xml.slice(to, next < 0 ? to : next)))
}

/** Without what XML calls white space, at both ends. Other spaces are part of a text. */
export function trimXml(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && WHITE.has(text.charAt(from))) from += 1
  while (from < to && WHITE.has(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}

const WHITE = new Set([' ', '\t', '\r', '\n'])

export const MALFORMED = 'The XML is not well-formed.'
export const TOO_MANY = 'The XML has too many tags.'
export const TOO_DEEP = 'The XML is nested too deeply.'

/** Refuses characters and references that parsers take for something else, or pass over. */
export function refuseCharacters(xml: string): void {
  const text = xml.replaceAll(/<!\[CDATA\[[^]*?\]\]>|<!--[^]*?-->|<\?[^]*?\?>/g, '')
  const codes = [...text.matchAll(/&#(\d{1,7}|x[\da-f]{1,6});/gi)].map(([, code = '']) =>
    Number(/^x/i.test(code) ? `0${code}` : code),
  )
  if (ILLEGAL.test(xml) || BARE.test(text) || codes.some((code) => ILLEGAL.test(characterOf(code))))
    throw new XmlFault(MALFORMED)
}

const ILLEGAL = /[\p{Cc}--[\t\r\n\x7f-\x9f]]|[\p{Cs}\ufffe\uffff]/v
const BARE = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\0'
}

/** The value of a tag's attribute as it is written. A prefix is part of the name. */
export function attributeOf({ attributes }: XmlTag, name: string): string | undefined {
  for (const { groups } of attributes.matchAll(ATTRIBUTE))
    if (groups?.['name'] === name) return groups['double'] ?? groups['single']
  return undefined
}

/** The text between two tags, without comments and instructions and with its characters decoded. */
export function xmlText(xml: string): string {
  if (!/[<&]/.test(xml)) return xml
  return xml.replaceAll(TEXT_PARTS, (part, characters: string | undefined, entity?: string) => {
    if (characters !== undefined) return characters
    if (entity === undefined) return ''
    if (!entity.startsWith('#')) return ENTITIES[entity] ?? part
    const code = Number(entity.startsWith('#x') ? `0${entity.slice(1)}` : entity.slice(1))
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const TEXT_PARTS =
  /<!\[CDATA\[([^]*?)\]\]>|<!--[^]*?-->|<\?[^]*?\?>|&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/giu

const ATTRIBUTE = /(?<name>[^\s='"]+)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/g

function endOfSkipped(xml: string, at: number): number | undefined {
  const [start, ending] = SKIPPED.find(([start]) => xml.startsWith(start, at)) ?? []
  if (start !== undefined) return endAfter(xml, ending, at + start.length)
  // Entities can grow without end or name local files.
  if (xml.startsWith('<!', at))
    throw new XmlFault('Remove the document type declaration (DOCTYPE) from the XML.')
  return undefined
}

function endAfter(xml: string, ending: string, from: number): number {
  const found = xml.indexOf(ending, from)
  if (found < 0) throw new XmlFault(MALFORMED)
  return found + ending.length
}

function readTag(xml: string, at: number): XmlTag {
  TAG.lastIndex = at
  const { name, attributes, end, empty } = TAG.exec(xml)?.groups ?? {}
  if (name === undefined || attributes === undefined || (end && (attributes || empty)))
    throw new XmlFault(MALFORMED)
  return {
    name: name.slice(name.lastIndexOf(':') + 1),
    written: name,
    attributes,
    isEnd: end === '/',
    isEmpty: empty === '/',
    from: at,
    to: TAG.lastIndex,
    depth: 0,
  }
}
