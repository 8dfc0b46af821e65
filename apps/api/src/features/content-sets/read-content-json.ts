import { CONTENT_LIMITS } from 'contract/content-checks'
import { type ContentRead, readSet, refusal } from './content-faults.ts'

export function readContentJson(text: string): ContentRead {
  if (Buffer.byteLength(text) > CONTENT_LIMITS.unpackedBytes) {
    return refusal('The file is larger than 20 MB: split the content set.')
  }
  try {
    return readSet(JSON.parse(text), jsonPlace)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return refusal(`The file is not valid JSON. ${error.message}.`)
  }
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
