import { CONTENT_LIMITS } from 'contract/content-checks'
import type { Fault } from 'contract/content-format'
import { findTwins, type Twin } from '#features/content/sets/find-twins.ts'
import { type ContentRead, readSet, refusal } from './content-faults.ts'
import { readContentWorkbook } from './read-content-workbook.ts'

export type Report = (percent: number) => void

/** What other programs' files begin with, and what to do about each. */
const KNOWN: [start: number[], message: string][] = [
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    'The file is an old Excel workbook (.xls) or one with a password: save it as .xlsx without a password.',
  ],
  [[0xff, 0xfe], 'The file is in UTF-16: save it as UTF-8.'],
  [[0xfe, 0xff], 'The file is in UTF-16: save it as UTF-8.'],
  // A brace and the empty half of its letter.
  [[0x7b, 0x00], 'The file is in UTF-16: save it as UTF-8.'],
  [[0x00, 0x7b], 'The file is in UTF-16: save it as UTF-8.'],
  [[0x1f, 0x8b], 'The file is compressed (gzip): unpack it first.'],
  [[0x25, 0x50, 0x44, 0x46], 'The file is a PDF: use content-set/1 JSON or an Excel workbook.'],
]

/** A file of exchange, recognised by what it holds. */
export async function readContent(bytes: Buffer, report: Report = () => {}): Promise<ContentRead> {
  if (isArchive(bytes)) return await readContentWorkbook(bytes, report)
  const known = KNOWN.find(([start]) => beginsWith(bytes, start))
  if (known) return refusal(known[1])
  report(20)
  const text = textOf(bytes)
  if (text === undefined) return refusal('The file is not UTF-8 text: save it as UTF-8.')
  if (text.trim() === '') return refusal('The file is empty.')
  if (!/^\s*([[{"\d-]|(true|false|null)\s*$)/.test(text))
    return refusal('The file is neither content-set/1 JSON nor an Excel workbook (.xlsx).')
  report(50)
  return readContentJson(text)
}

/** A workbook is one. */
export function isArchive(bytes: Buffer): boolean {
  return beginsWith(bytes, [0x50, 0x4b])
}

function beginsWith(bytes: Buffer, start: number[]) {
  return start.every((byte, index) => bytes[index] === byte)
}

/** Without the mark that some editors put ahead of UTF-8. */
function textOf(bytes: Buffer) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export function readContentJson(text: string): ContentRead {
  if (Buffer.byteLength(text) > CONTENT_LIMITS.unpackedBytes) {
    return refusal('The file is larger than 20 MB: split the content set.')
  }
  try {
    const read = readSet(JSON.parse(text), jsonPlace)
    const twins = findTwins(text).map(twinFault)
    if (twins.length === 0) return read
    return { faults: 'faults' in read ? [...twins, ...read.faults] : twins }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return refusal(`The file is not valid JSON. ${error.message}.`)
  }
}

function twinFault({ path, lines: [first, again] }: Twin): Fault {
  const { place, field } = jsonPlace(path)
  const lines = first === again ? `line ${first}` : `lines ${first} and ${again}`
  return { place, message: `${field} is entered twice (${lines}): keep one of the two` }
}

function jsonPlace(path: readonly PropertyKey[]) {
  const place = path.reduce<string>(
    (start, part) => (typeof part === 'number' ? `${start}[${part}]` : `${start}.${String(part)}`),
    '',
  )
  const field = path.findLast((part) => typeof part === 'string') ?? ''
  return {
    place: place.replace(/^\./, '') || 'File',
    field: path.length === 0 ? 'The file' : field,
  }
}
