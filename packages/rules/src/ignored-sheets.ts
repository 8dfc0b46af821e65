import { formatList, plural } from './plural.ts'

const MOST = 10

/** Tells an author which sheets of a workbook were not read. */
export function ignoredText(sheets: readonly string[]): string {
  const names = formatList(sheets.slice(0, MOST).map((name) => `“${name}”`))
  return plural(sheets.length, {
    one: `Waymark doesn’t use the sheet ${names}, so it was not read.`,
    other: `Waymark doesn’t use these sheets, so they were not read: ${names}.`,
  })
}
