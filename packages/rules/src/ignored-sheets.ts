import { formatList, formatNumber, plural } from './plural.ts'

const MOST = 10

/** Tells an author which sheets of a workbook were not read. */
export function ignoredText(sheets: readonly string[]): string {
  const named = sheets.slice(0, MOST).map((name) => `“${name}”`)
  const more = sheets.length - named.length
  const names = formatList(more > 0 ? [...named, `${formatNumber(more)} more`] : named)
  return plural(sheets.length, {
    one: `Waymark doesn’t use the sheet ${names}, so it was not read.`,
    other: `Waymark doesn’t use these sheets, so they were not read: ${names}.`,
  })
}
