import { plural } from 'rules/plural'

/** Such as "3 elements and 1 question". */
export function workText({ elements, questions }: { elements: number; questions: number }): string {
  const parts = [
    ...(elements > 0 ? [plural(elements, { one: '# element', other: '# elements' })] : []),
    ...(questions > 0 ? [plural(questions, { one: '# question', other: '# questions' })] : []),
  ]
  return parts.join(' and ')
}
