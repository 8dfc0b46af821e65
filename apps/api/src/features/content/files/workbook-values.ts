import { cleanLine, isBlank } from 'contract/clean-text'
import { asOneLine } from 'contract/fields'
import { numberOfText, readingsOf } from 'rules/number-text'
import type { Cell } from '#support/shown-cell.ts'
import {
  AS_TEXT,
  hiddenNumberFault,
  longNumberFault,
  quoted,
  valueFault,
} from '#support/cell-faults.ts'
import type { Column } from './workbook-sheets.ts'

/** What a cell means in its column, and what to do about it. A faulty key stays, because others refer to it. */
export type CellRead = { value?: string | number | boolean | undefined; fault?: string }

/** A cell means what it shows. */
export function readCell(cell: Cell, title: string, { kind, isLine, isPercent }: Column): CellRead {
  const { shown } = cell
  const fault = valueFault(cell, title)
  if (fault !== undefined) return { fault }
  if (kind === 'text') return textOf(cell, title, isLine === true)
  if (cell.kind === 'date')
    return { fault: `${title} shows ${quoted(shown)}, a date or time. ${AS_NUMBER[kind]}` }
  if (kind === 'yes-no') return yesOrNo(shown, title)
  return isPercent ? percentOf(cell, title) : numberOf(cell, title)
}

const YES_NO = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
])

function yesOrNo(shown: string, title: string): CellRead {
  const value = YES_NO.get(cleanLine(shown).toLowerCase())
  return value === undefined
    ? { fault: `${title} shows ${quoted(shown)}. ${AS_NUMBER['yes-no']}` }
    : { value }
}

const AS_NUMBER = {
  number: 'Format the cell as a number and enter the value again.',
  'yes-no': 'Enter yes or no.',
}

function textOf(cell: Cell, title: string, isLine: boolean): CellRead {
  const { shown, kind } = cell
  // Spreadsheets turn keys and labels such as 1-2 into dates.
  if (kind === 'date' && isLine)
    return { value: shown, fault: `${title} shows ${quoted(shown)}, a date or time. ${AS_TEXT}` }
  const fault = longNumberFault(cell, title)
  if (fault !== undefined) return { value: shown, fault }
  const text = isLine ? asOneLine(shown) : shown
  return { value: isBlank(text) ? undefined : text }
}

function numberOf(cell: Cell, title: string): CellRead {
  const { shown, kind, number } = cell
  if (number === undefined) {
    const fault = `${title} shows ${quoted(shown)}. Enter a number without other characters.`
    return unclearThousands(shown, title) ?? textNumber(shown, fault)
  }
  if (kind === 'percent')
    return {
      fault: `${title} shows ${quoted(shown)}. Format the cell as a number and enter ${number}, or the number you mean.`,
    }
  return shownNumber(cell, number, title)
}

/** Nobody enters thousands of percent, so a comma or a point is before decimals. */
function percentOf(cell: Cell, title: string): CellRead {
  const { shown, kind, number } = cell
  if (kind === 'percent' && number !== undefined)
    return shownNumber(cell, hundredfold(number), title)
  const text = cleanLine(shown)
  const bare = text.replace(SIGN, '')
  const entered = number ?? numberOfText(bare)
  // A share such as 0.5, or 1 for all, is most likely meant as 50% or 100%.
  if (entered !== undefined && entered > 0 && entered <= 1 && bare === text)
    return {
      fault: `${title} shows ${quoted(shown)}, which can be read in two ways. Enter ${hundredfold(entered)}% or ${entered}%.`,
    }
  return number === undefined
    ? textNumber(bare, `${title} shows ${quoted(shown)}. Enter a percentage such as 50%.`)
    : shownNumber(cell, number, title)
}

const SIGN = /\s*[%٪﹪％]$/u

function shownNumber(cell: Cell, number: number, title: string): CellRead {
  const fault = hiddenNumberFault(cell, number, title)
  return fault === undefined ? { value: number } : { fault }
}

/** Without the dust of binary fractions. */
function hundredfold(number: number) {
  return Number((number * 100).toPrecision(15))
}

function textNumber(text: string, fault: string): CellRead {
  const value = numberOfText(cleanLine(text))
  return value === undefined ? { fault } : { value }
}

function unclearThousands(shown: string, title: string): CellRead | undefined {
  const readings = readingsOf(cleanLine(shown))
  return (
    readings && {
      fault: `${title} shows ${quoted(shown)}, which can be read in two ways. Enter ${readings.join(' or ')} in a cell with a number format.`,
    }
  )
}
