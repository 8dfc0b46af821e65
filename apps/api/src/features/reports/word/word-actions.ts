import type { Paragraph, Table } from 'docx'
import { type Page, fromTo, named, partTitle } from './word-parts.ts'
import { TIGHT, wordTable } from './word-table.ts'
import { MUTED, type WordText } from './word-text.ts'

type Part = Paragraph | Table

/** In action reports only. */
export function actionParts(page: Page, words: WordText): Part[] {
  const { actions: rows, actionsHint: hint, hasEffort, titles } = page
  const title = [
    partTitle(words, titles.actions),
    words.ownParagraph([words.own(hint, { color: MUTED })]),
  ]
  if (rows.length === 0) return title
  return [
    ...title,
    wordTable(words, {
      columns: [0.6, 5.6, 2.4, ...(hasEffort ? [1] : []), 1.4],
      head: ['#', 'Action', 'Current to future', ...(hasEffort ? ['Effort'] : []), 'Gain'],
      rows: rows.map((row) => ({
        isTall: row.isTall,
        cells: [
          [words.ownParagraph([words.own(row.rank)], TIGHT)],
          actionText(row, words),
          fromTo(words, row.labels),
          ...(hasEffort
            ? [[words.ownParagraph([words.own(row.effort ? String(row.effort[1]) : '')], TIGHT)]]
            : []),
          [
            words.ownParagraph(
              [words.own(row.figure.flatMap((each) => each ?? []).join(' '))],
              TIGHT,
            ),
          ],
        ],
      })),
    }),
  ]
}

function actionText(row: Page['actions'][number], words: WordText) {
  return [
    words.paragraph([words.ofSet(row.text, { bold: true })], TIGHT),
    ...row.later.map((step) => words.paragraph([words.own('Then: '), words.ofSet(step)], TIGHT)),
    words.paragraph(named(words, row.reference, row.element, { color: MUTED }), TIGHT),
    ...(row.isOnPath
      ? [words.ownParagraph([words.own('Quickest route', { bold: true })], TIGHT)]
      : []),
  ]
}

/** What is planned, in action reports only. */
export function planParts({ plan, titles }: Page, words: WordText): Part[] {
  if (!plan) return []
  return [
    partTitle(words, titles.plan),
    words.ownParagraph([words.own(plan.hint, { color: MUTED })]),
    wordTable(words, {
      columns: [6, 2, 1.6, 1.4],
      head: ['Action', 'Owner', 'Due', 'Status'],
      rows: plan.rows.map((row) => ({
        isTall: row.isTall,
        cells: [
          [
            words.paragraph([words.ofSet(row.text, { bold: true })], TIGHT),
            words.paragraph(named(words, row.reference, row.element, { color: MUTED }), TIGHT),
            ...(row.note === null ? [] : [words.paragraph([words.ofSet(row.note)], TIGHT)]),
          ],
          [words.paragraph([words.ofSet(row.owner ?? '–')], TIGHT)],
          [words.ownParagraph([words.own(row.due ?? '–')], TIGHT)],
          [words.ownParagraph([words.own(row.status)], TIGHT)],
        ],
      })),
    }),
  ]
}
