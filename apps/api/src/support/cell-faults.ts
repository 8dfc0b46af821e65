import type { Cell } from './shown-cell.ts'

/** Why a cell has no value that someone has entered; undefined if it has. */
export function valueFault({ shown, kind, isFormula }: Cell, title: string): string | undefined {
  const what = shown === '' ? '' : `, which shows ${quoted(shown)}`
  if (kind === 'other-calendar')
    return `${title} shows a date in a calendar that we can’t read. Note the date, format the cell as text, and enter the date again.`
  if (kind === 'unknown-format')
    return `${title} has a format that we can’t read. Note what the cell shows, format it as text, and enter the value again.`
  if (isFormula) return `${title} contains a formula${what}. Enter the value instead.`
  return kind === 'error'
    ? `${title} shows the error ${quoted(shown)}. Enter a value instead.`
    : undefined
}

/** Why a cell with a number doesn't show what it contains; undefined if it does. */
export function hiddenNumberFault({ shown }: Cell, number: number, title: string) {
  const digits = /^\D*?(-?\d[\d,.\s’']*(?:E[+-]\d+)?)\D*$/u.exec(shown)?.[1] ?? ''
  const plain = digits.replaceAll(/[^\d,.E+-]/g, '')
  const fraction = /(?:^|[^\d.,])[.,](\d+)\D*$/u.exec(shown)?.[1]
  const sign = /-/.test(shown) ? '-' : ''
  const readings = [
    plain.replaceAll(',', ''),
    plain.replaceAll('.', '').replace(',', '.'),
    // The format #.## leaves out the zero.
    ...(fraction === undefined ? [] : [`${sign}.${fraction}`]),
  ]
  if (digits !== '' && readings.some((one) => isSame(Number(one), number))) return undefined
  const what = shown === '' ? 'nothing' : quoted(shown)
  return `${title} shows ${what}, but the cell contains ${number}. Enter the number you mean, and format the cell to show all of its digits.`
}

/** Spreadsheets show ten digits of a number with a long fraction. */
function isSame(one: number, other: number) {
  return Math.abs(one - other) <= 1e-8 * Math.max(1, Math.abs(other))
}

// More digits than this are lost in a spreadsheet, and programs show them differently.
const EXACT = 1e15

/** Why a number in a column of texts isn't what someone has entered; undefined if it is. */
export function longNumberFault({ shown, number }: Cell, title: string): string | undefined {
  return number !== undefined && Math.abs(number) >= EXACT
    ? `${title} shows ${quoted(shown)}. Spreadsheets change the last digits of such long numbers. ${AS_TEXT}`
    : undefined
}

export const AS_TEXT = 'Format the cell as text and enter the value again.'

export function quoted(shown: string): string {
  return `“${shown.slice(0, 50)}”`
}
