import { formatList, plural } from 'rules/plural'

export interface Work {
  elements: number
  questions: number
  /** Planned, and still to be done. */
  actions: number
}

/** Such as "3 elements, 1 question and 2 actions". */
export function workText({ elements, questions, actions }: Work): string {
  return formatList([
    ...(elements > 0 ? [plural(elements, { one: '# element', other: '# elements' })] : []),
    ...(questions > 0 ? [plural(questions, { one: '# question', other: '# questions' })] : []),
    ...(actions > 0 ? [plural(actions, { one: '# action', other: '# actions' })] : []),
  ])
}

export function countOf({ elements, questions, actions }: Work): number {
  return elements + questions + actions
}
