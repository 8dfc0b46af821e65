import type { ReportElement, ReportStatement } from 'contract/reports'
import { elementNames } from 'rules/element-names'
import type { ProfileElement } from '#features/charts/profile.ts'

export function reportProfile(elements: readonly ReportElement[]): ProfileElement[] {
  const nameOf = elementNames(elements)
  return elements.map(({ id, key, number, title, group, statements, ...scores }) => ({
    id,
    key,
    number,
    title,
    name: nameOf({ key, number, title }),
    answered: statements.length,
    total: statements.length,
    isComplete: true,
    isNext: false,
    current: scores.current,
    future: scores.future,
    certified: scores.certified,
    ...(group !== null && { group }),
  }))
}

export function responsePoints({ responses }: ReportStatement): number[] {
  const values = responses.map((response) => response.value)
  const lowest = Math.min(...values)
  const range = Math.max(...values) - lowest
  return values.map((value) => (range === 0 ? 0 : (value - lowest) / range))
}
