import { format, isDateFormat, isPercentFormat } from 'numfmt'
import { hasDigits, isOtherCalendar, isUnknown, sectionFor, tokensOf } from './format-tokens.ts'

/** A cell with a value. `shown` is what a spreadsheet program shows for it. */
export type Cell = {
  shown: string
  kind: 'text' | 'number' | 'percent' | 'date' | 'yes-no' | 'error' | Unreadable
  /** What a number cell contains. */
  number?: number
  isFormula?: true
}

/** What a spreadsheet program shows is not known. */
export type Unreadable = 'other-calendar' | 'unknown-format'

/** Formats that have a number instead of a code (ECMA-376, part 1, 18.8.30). */
const NUMBERED: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '#,##0',
  6: '#,##0',
  7: '#,##0.00',
  8: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  41: '#,##0',
  42: '#,##0',
  43: '#,##0.00',
  44: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}

/** Dates and times whose look depends on the computer: 14, 22 and the East Asian ones. */
const OF_COMPUTER = new Set([14, 22, ...range(27, 36), ...range(50, 58)])

/** With Thai digits, percentages and dates among them. */
const THAI = new Set(range(59, 81))

/** The marks of other formats whose look depends on the computer. */
const OF_SYSTEM = /\[\$-(?:[xf]-)?(?:f[48]00|sysdate|systime)/i

// Excel's own limit.
const LONGEST_CODE = 255

export const GENERAL = 'General'

/** Any format whose look depends on the computer. */
const SYSTEM_DATE = 'system date'

/** A format whose letters aren't known. */
const THAI_DIGITS = 't0'

/** The code of a number format. `codes` are those that the workbook defines, which can be numbered ones too. */
export function formatCode(id: number, codes: ReadonlyMap<number, string>): string {
  if (OF_COMPUTER.has(id)) return SYSTEM_DATE
  const code = codes.get(id) ?? NUMBERED[id] ?? (THAI.has(id) ? THAI_DIGITS : GENERAL)
  if (OF_SYSTEM.test(code)) return SYSTEM_DATE
  return code.length > LONGEST_CODE ? GENERAL : withCapitals(code)
}

/** Halves of a day are known in capital letters only. */
function withCapitals(code: string): string {
  return code.replaceAll(/"[^"]*"?|[\\_*].|am\/pm|a\/p/gis, (one) =>
    /^a/i.test(one) ? one.toUpperCase() : one,
  )
}

/** `is1904`: the workbook counts days from 1904, as Excel for Mac did. */
export function numberCell(number: number, code: string, is1904: boolean): Cell {
  if (code.toLowerCase() === 'general') return generalCell(number)
  if (code === SYSTEM_DATE) return anyDateCell(number, code, is1904)
  const section = sectionFor(number, code)
  if (isUnknown(section)) return { shown: '', kind: 'unknown-format' }
  if (isOtherCalendar(section)) return { shown: '', kind: 'other-calendar' }
  try {
    if (isDateFormat(section)) return anyDateCell(number, section, is1904)
    const shown = format(code, number, OPTIONS).trim()
    return { shown, kind: isPercentFormat(section) ? 'percent' : 'number', number }
  } catch {
    const isPlain = hasDigits(section) && !tokensOf(section).includes('%')
    return isPlain ? generalCell(number) : { shown: '', kind: 'unknown-format' }
  }
}

function anyDateCell(number: number, code: string, is1904: boolean): Cell {
  const days = number + (is1904 && !ELAPSED.test(code) ? DAYS_TO_1904 : 0)
  if (number < 0 || days >= END) return { shown: '####', kind: 'error' }
  return code === SYSTEM_DATE
    ? dateCell(days)
    : { shown: format(code, rounded(days, code), OPTIONS).trim(), kind: 'date' }
}

/** Hours, minutes or seconds that have passed, which count from no day. */
const ELAPSED = /\[(?:h+|m+|s+)\]/i

const OPTIONS = { nbsp: false, overflow: '####' }

const DAYS_TO_1904 = 1462

/** The day after the year 9999. Spreadsheets show no date from it on, and none before their first day. */
const END = 2_958_466

/** Whole numbers with all digits that a spreadsheet keeps, because a wide column shows them too. */
function generalCell(number: number): Cell {
  const isExact = Number.isInteger(number) && Math.abs(number) < 1e15
  return { shown: isExact ? String(number) : format(GENERAL, number), kind: 'number', number }
}

/** As ISO 8601, which everyone reads in the same way. */
function dateCell(exact: number): Cell {
  // A format without seconds may be one without a time, which doesn't round up to the next day.
  const days = Math.floor(inParts(exact, DUST) * MINUTES) / MINUTES
  const [hasDay, hasTime] = [days >= 1, days % 1 !== 0]
  const code = [hasDay ? 'yyyy-mm-dd' : '', hasTime || !hasDay ? 'hh:mm' : '']
  return { shown: format(code.join(' ').trim(), days, OPTIONS), kind: 'date' }
}

/** Of a day. */
const MINUTES = 1440
const SECONDS = 24 * 3600
/** Parts of a day that are too small to be meant: what binary fractions lose. */
const DUST = SECONDS * 10_000

/** To the last second that the format shows, or its last decimal. The day changes with the time. */
function rounded(days: number, code: string): number {
  const tokens = tokensOf(code)
  const decimals = /s\.(0+)/i.exec(tokens)?.[1]?.length ?? 0
  const hasTime = /[hs]/i.test(tokens) || ELAPSED.test(code)
  return inParts(days, hasTime ? SECONDS * 10 ** decimals : DUST)
}

function inParts(days: number, parts: number): number {
  return Math.round(days * parts) / parts
}

/** A date that is written as text in the file (ISO 8601). */
export function isoDateCell(text: string): Cell {
  const [day, time = ''] = text.replace(/Z$/, '').split('T')
  const shown = /^00:00(:00(\.0*)?)?$/.test(time) ? day : `${day} ${time.slice(0, 5)}`
  return { shown: (shown ?? '').trim(), kind: 'date' }
}

function range(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
