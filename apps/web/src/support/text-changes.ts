import { diffLines, diffWordsWithSpace } from 'diff'

export type TextChange = { value: string; added: boolean; removed: boolean }

/** Comparing texts that have little in common takes seconds and shows nothing useful. */
const LIMITS = { maxEditLength: 500 }

export function lineChanges(before: string, after: string): TextChange[] {
  return diffLines(before, after, LIMITS) ?? replaced(before, after)
}

export function wordChanges(before: string, after: string): TextChange[] {
  return diffWordsWithSpace(before, after, LIMITS) ?? replaced(before, after)
}

function replaced(before: string, after: string): TextChange[] {
  return [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
}
