import { extname } from 'node:path'
import { type ContentRead, refusal } from './content-faults.ts'
import { isArchive, type Report, readContent } from './read-content.ts'

/** A file of exchange that is what its name says; a name without an ending says nothing. */
export async function readNamedFile(
  name: string,
  bytes: Buffer,
  report?: Report,
): Promise<ContentRead> {
  const read = await readContent(bytes, report)
  const wrong = endingFault(name, bytes)
  const faults = 'faults' in read ? read.faults : []
  // What is neither kind was refused for what it is.
  if (!wrong || faults.some(({ place }) => place === 'File')) return read
  return { faults: [...wrong.faults, ...faults] }
}

function endingFault(name: string, bytes: Buffer) {
  const ending = extname(name).toLowerCase()
  const [what, right] = isArchive(bytes) ? ['an Excel workbook', '.xlsx'] : ['JSON', '.json']
  if (ending === right || !/^\.[a-z]/.test(ending)) return undefined
  return refusal(
    `The name ends in ${ending}, but the file holds ${what}: rename it to end in ${right}.`,
  )
}
