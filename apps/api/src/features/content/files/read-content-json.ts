import { CONTENT_LIMITS } from 'contract/content-checks'
import type { Fault } from 'contract/content-format'
import { type ContentRead, readSet, refusal } from './content-faults.ts'
import { type Twin, findTwins } from '#features/content/sets/find-twins.ts'

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
  return { place, message: `${field} stands here twice (${lines}): keep one of the two` }
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
