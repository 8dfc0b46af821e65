import { plural } from 'rules/plural'

export function openQuestionsText(count: number) {
  return plural(count, { one: '# open question', other: '# open questions' })
}
