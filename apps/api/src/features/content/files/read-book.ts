import { readSheets, type Sheet } from '#support/read-workbook.ts'
import { libraryOfSheets } from './ciso-workbook.ts'
import type { ContentRead } from './content-faults.ts'
import { readContentWorkbook } from './read-content-workbook.ts'
import { finish, type Given, readLibrary } from './read-other.ts'
import { convertTables } from './table-set.ts'
import { tableOfSheet } from './table-shapes.ts'

/** A workbook with our sheets, with the sheets of a CISO Assistant library, or with any table. */
export async function readBook(
  bytes: Uint8Array,
  report: (percent: number) => void,
  { name = '', choices = {} }: Given,
): Promise<ContentRead> {
  const own = await readContentWorkbook(bytes, report)
  if (!('isOther' in own)) return own
  const read = await readSheets(bytes, { advice: 'Delete the sheets that you don’t need.' })
  if ('faults' in read) return read
  const conversion = isLibrary(read.sheets)
    ? readLibrary(libraryOfSheets(read.sheets), choices)
    : convertTables(read.sheets.map(tableOfSheet), name, choices)
  return finish(conversion, choices)
}

function isLibrary(sheets: readonly Sheet[]) {
  return sheets.some(({ sheet }) => /^library_meta$/i.test(sheet.trim()))
}
