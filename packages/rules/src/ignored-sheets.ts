import { formatList, plural } from './plural.ts'

const MOST = 10

/** Tells an author which sheets of a workbook were not read. */
export function ignoredText(sheets: readonly string[]): string {
  const names = formatList(sheets.slice(0, MOST).map((name) => `“${name}”`))
  return plural(sheets.length, {
    one: `The sheet ${names} is not part of the format and was not read.`,
    other: `These sheets are not part of the format and were not read: ${names}.`,
  })
}
