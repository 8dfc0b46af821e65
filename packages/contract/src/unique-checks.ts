import { asOneLine } from './fields.ts'
import { sameText } from './same-text.ts'

export type Report = (path: (string | number)[], message: string) => void

/** Texts with other faults are compared as they would be stored. */
export function asStored(value: unknown) {
  return typeof value === 'string' ? asOneLine(value) : value
}

export function checkUnique(
  values: unknown[],
  pathOf: (index: number) => (string | number)[],
  report: Report,
) {
  const seen = new Set<unknown>()
  for (const [index, value] of values.entries()) {
    const same = typeof value === 'string' ? sameText(value) : value
    if (same && seen.has(same))
      report(pathOf(index), `must be unique: ${JSON.stringify(same)} is already used`)
    seen.add(same)
  }
}
