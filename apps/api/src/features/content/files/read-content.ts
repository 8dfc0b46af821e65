import { decodeText } from 'contract/decode-text'
import { decodeAs, ENCODINGS } from 'contract/encodings'
import { CONTENT_LIMITS } from 'contract/content-limits'
import { utf16Of } from 'contract/utf16'
import type { Fault } from 'contract/content-format'
import { extname } from 'node:path'
import { compoundFault } from '#support/compound-fault.ts'
import { type ContentRead, jsonPlace, readSet, refusal } from './content-faults.ts'
import { type Given, isOscal, isTable, readJson, readText, USE_TYPES } from './read-other.ts'
import { jsonFault } from './json-fault.ts'
import { readBook } from './read-book.ts'

export type Report = (percent: number) => void

const UTF_16 = 'The file is in UTF-16. Save it as UTF-8.'

/** First bytes of other programs' files. */
const KNOWN: [start: number[], message: string][] = [
  [[0xff, 0xfe], UTF_16],
  [[0xfe, 0xff], UTF_16],
  // A brace and the empty half of its letter.
  [[0x7b, 0x00], UTF_16],
  [[0x00, 0x7b], UTF_16],
  [[0x1f, 0x8b], 'The file is compressed (gzip). Unpack it, then choose the unpacked file.'],
  [[0x25, 0x50, 0x44, 0x46], `The file is a PDF. ${USE_TYPES}`],
]

export async function readContent(
  bytes: Buffer,
  report: Report = () => {},
  given: Given = {},
): Promise<ContentRead> {
  if (isArchive(bytes)) return await readBook(bytes, report, given)
  report(20)
  const name = given.name ?? ''
  // Spreadsheet programs write tables in many encodings; JSON is in UTF-8.
  const read = decoded(bytes, /\.(ya?ml|csv|tsv|txt)$/i.test(name))
  if ('faults' in read) return read
  report(50)
  const { text, encoding } = read
  const isText = /\.ya?ml$/i.test(name) || isTable(name, text)
  if (isText || !isLikeJson(text)) return withEncoding(readText(text, given), encoding)
  return readContentJson(text, given)
}

function isLikeJson(text: string): boolean {
  return /^\s*([[{"\d-]|(true|false|null)\s*$)/.test(text)
}

type Decoded = ReturnType<typeof decodeText>

function decoded(bytes: Buffer, isAnyText: boolean): Decoded | ReturnType<typeof refusal> {
  const known = KNOWN.find(
    ([start, message]) => startsWith(bytes, start) && !(isAnyText && message === UTF_16),
  )
  const fault = known?.[1] ?? compoundFault(bytes)
  if (fault !== undefined) return refusal(fault)
  const read: Decoded | undefined = isAnyText ? decodeText(bytes) : textOf(bytes)
  if (read === undefined)
    return refusal('The file is not UTF-8 text. Save it as UTF-8, or choose another file.')
  if (isAnyText && read.encoding === undefined && isCutOff(bytes))
    return refusal('The file ends in the middle of a character. Export it again.')
  const text = read.text.replace(DOS_END, '')
  return refusalOf(text) ?? { ...read, text }
}

/** Unicode whose last letter isn't whole. */
function isCutOff(bytes: Buffer) {
  const encoding = utf16Of(bytes) ?? 'utf-8'
  return new TextDecoder(encoding).decode(bytes) !== decodeAs(bytes, encoding)
}

/** Programs of DOS write it. */
// oxlint-disable-next-line no-control-regex -- it is one
const DOS_END = /\u001a\s*$/

/** No text has them. */
// oxlint-disable-next-line no-control-regex -- a picture has them
const CONTROLS = /[\u0000-\u0008\u000e-\u001a]/

function refusalOf(text: string) {
  if (CONTROLS.test(text))
    return refusal('The file contains characters that aren’t text. Export it again as UTF-8 text.')
  if (text.trim() === '') return refusal('The file is empty. Choose another file.')
  if (Buffer.byteLength(text) > CONTENT_LIMITS.unpackedBytes)
    return refusal('The file is larger than 20 MB. Split the content set into smaller ones.')
  return undefined
}

/** Says in which encoding a file is read that doesn't say it itself. */
function withEncoding(read: ContentRead, encoding: string | undefined): ContentRead {
  if (encoding === undefined || !('findings' in read) || !read.findings) return read
  const name = Object.values(ENCODINGS).find((names) => encoding in names)?.[encoding]
  const decided = [...read.findings.decided, `The file is read as ${name ?? encoding}.`]
  return { ...read, findings: { ...read.findings, decided } }
}

export function isArchive(bytes: Buffer): boolean {
  return startsWith(bytes, [0x50, 0x4b])
}

function startsWith(bytes: Buffer, start: number[]) {
  return start.every((byte, index) => bytes[index] === byte)
}

/** Removes the byte order mark. */
function textOf(bytes: Buffer) {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return undefined
  }
}

export function readContentJson(text: string, given: Given = {}): ContentRead {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return refusal(jsonFault(error as SyntaxError))
  }
  if (isOscal(value)) return readJson(value, given)
  const read = readSet(value, jsonPlace)
  const twins = findDuplicateFields(text).map(duplicateFault)
  if (twins.length === 0) return read
  return { faults: 'faults' in read ? [...twins, ...read.faults] : twins }
}

function duplicateFault({ path, lines: [first, again] }: DuplicateField): Fault {
  const { place, field } = jsonPlace(path)
  const lines = first === again ? `line ${first}` : `lines ${first} and ${again}`
  return { place, message: `${field} appears twice (${lines}). Keep only one.` }
}

type Level =
  /** An object: its names with their lines, and the current one. */
  | { names: Map<string, number>; step: string; isNameNext: boolean }
  /** A list: the current index. */
  | { step: number }

export type DuplicateField = { path: (string | number)[]; lines: [first: number, again: number] }

/** Duplicate fields of objects in valid JSON. Its parser keeps only the last. */
export function findDuplicateFields(json: string): DuplicateField[] {
  const twins: DuplicateField[] = []
  const levels: Level[] = []
  const marks = /["{}[\],\n]/g
  let line = 1
  for (let mark = marks.exec(json); mark; mark = marks.exec(json)) {
    if (mark[0] === '\n') line += 1
    if (mark[0] !== '"') {
      follow(levels, mark[0])
      continue
    }
    marks.lastIndex = endOfText(json, mark.index)
    const level = levels.at(-1)
    if (!level || !('names' in level) || !level.isNameNext) continue
    level.step = JSON.parse(json.slice(mark.index, marks.lastIndex)) as string
    level.isNameNext = false
    const first = level.names.get(level.step)
    if (first === undefined) level.names.set(level.step, line)
    else twins.push({ path: levels.map(({ step }) => step), lines: [first, line] })
  }
  return twins
}

function follow(levels: Level[], mark: string) {
  if (mark === '{') levels.push({ names: new Map(), step: '', isNameNext: true })
  else if (mark === '[') levels.push({ step: 0 })
  else if (mark === '}' || mark === ']') levels.pop()
  else if (mark === ',') moveOn(levels.at(-1))
}

function moveOn(level: Level | undefined) {
  if (!level) return
  if ('names' in level) level.isNameNext = true
  else level.step += 1
}

/** Returns the index after the closing quote. */
function endOfText(json: string, start: number) {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}

/** A file whose content fits its ending. A name without an ending fits any. */
export async function readNamedFile(
  name: string,
  bytes: Buffer,
  report?: Report,
  given: Omit<Given, 'name'> = {},
): Promise<ContentRead> {
  const read = await readContent(bytes, report, { ...given, name })
  const isRows = 'findings' in read && read.findings?.kind === 'table'
  const wrong = isRows && /\.txt$/i.test(name) ? undefined : endingFault(name, bytes)
  const faults = 'faults' in read ? read.faults : []
  // A file of neither kind is already refused.
  if (!wrong || faults.some(({ place }) => place === 'File')) return read
  return { faults: [...wrong.faults, ...faults] }
}

function endingFault(name: string, bytes: Buffer) {
  const ending = extname(name).toLowerCase()
  const fitting = isArchive(bytes) ? ['.xlsx'] : ['.json', '.yaml', '.yml', '.csv', '.tsv']
  if (fitting.includes(ending) || !/^\.[a-z]/.test(ending)) return undefined
  const [what, right] = kindOf(bytes)
  return refusal(
    `The file name ends in ${ending}, but the file is ${what}. Change the end of the file name to ${right}.`,
  )
}

function kindOf(bytes: Buffer) {
  if (isArchive(bytes)) return ['an Excel workbook', '.xlsx'] as const
  if (isLikeJson(decodeText(bytes).text)) return ['a JSON file', '.json'] as const
  return ['a YAML file', '.yaml'] as const
}
