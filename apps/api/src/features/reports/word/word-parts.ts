import { HeadingLevel } from 'docx'
import type { reportPage } from '#features/reports/report-page.ts'
import { TIGHT } from './word-table.ts'
import { MUTED, type WordText } from './word-text.ts'

export type Page = ReturnType<typeof reportPage>

export function partTitle(words: WordText, title: string) {
  return words.ownParagraph([words.own(title)], { heading: HeadingLevel.HEADING_1 })
}

/** The current and the future response, one below the other. */
export function fromTo(words: WordText, labels: readonly (string | null)[]) {
  return labels.flatMap((label, index) =>
    label === null
      ? []
      : [
          words.paragraph(
            [words.own(`${index === 0 ? 'Now' : 'Future'} `, { color: MUTED }), words.ofSet(label)],
            TIGHT,
          ),
        ],
  )
}

/** A reference before a title. */
export function named(words: WordText, reference: string, title: string, style = {}) {
  const before = reference === '' ? [] : [words.own(`${reference} `, { color: MUTED })]
  return [...before, words.ofSet(title, style)]
}
