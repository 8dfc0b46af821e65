import type { Paragraph, Table } from 'docx'
import { type Page, named, partTitle } from './word-parts.ts'
import { TIGHT, wordTable } from './word-table.ts'
import { MUTED, type WordText } from './word-text.ts'

type Part = Paragraph | Table

/** Declared and certified results, in certification reports only. */
export function certifiedParts({ certified, certificate, titles }: Page, words: WordText): Part[] {
  if (!certified) return []
  return [
    partTitle(words, titles.certified),
    ...(certificate === null
      ? []
      : [words.ownParagraph([words.own(certificate, { color: MUTED })])]),
    wordTable(words, {
      columns: [6, 1.2, 1.2, 1.2, 2],
      head: ['Element', 'Current', 'Certified', 'Future', 'Difference'],
      rows: certified.map(({ reference, title, states, difference }) => ({
        cells: [
          [words.paragraph(named(words, reference, title), TIGHT)],
          ...[...states, difference].map((text) => [words.ownParagraph([words.own(text)], TIGHT)]),
        ],
      })),
    }),
  ]
}

/** Every statement with its answers, to look them up. */
export function appendixParts({ appendix, certified, titles }: Page, words: WordText): Part[] {
  const states = ['Current', 'Future', ...(certified ? ['Certified'] : [])]
  return [
    partTitle(words, titles.appendix),
    wordTable(words, {
      columns: [1.3, 5.4, ...states.map(() => 2)],
      head: ['Reference', 'Statement', ...states],
      rows: appendix.map((row) =>
        'title' in row
          ? {
              cells: [
                [words.ownParagraph([words.own(row.reference, { bold: true })], TIGHT)],
                [words.paragraph([words.ofSet(row.title, { bold: true })], TIGHT)],
                ...states.map(() => []),
              ],
            }
          : { isTall: row.isTall, cells: answerCells(row, words) },
      ),
    }),
  ]
}

/** A licence that is too long to stand beside the source. */
export function licenceParts({ licence, titles }: Page, words: WordText): Part[] {
  if (licence === null) return []
  return [partTitle(words, titles.licence), words.paragraph([words.ofSet(licence)])]
}

type Answered = Extract<Page['appendix'][number], { text: string }>

function answerCells({ reference, text, answers, missing }: Answered, words: WordText) {
  return [
    [words.ownParagraph([words.own(reference, { color: MUTED })], TIGHT)],
    [words.paragraph([words.ofSet(text)], TIGHT)],
    ...answers.map((label, index) => {
      if (index === 0 && missing !== null)
        return [words.ownParagraph([words.own(missing, { color: MUTED })], TIGHT)]
      if (label === null) return [words.ownParagraph([words.own('–')], TIGHT)]
      return [words.paragraph([words.ofSet(label)], TIGHT)]
    }),
  ]
}
