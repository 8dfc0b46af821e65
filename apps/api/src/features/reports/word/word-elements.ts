import { HeadingLevel, type Paragraph, type Table } from 'docx'
import { TIGHT, wordTable } from './word-table.ts'
import { MUTED, type WordText } from './word-text.ts'
import { type Page, named, partTitle } from './word-parts.ts'

type Element = Page['elements'][number]
type Statement = Element['statements'][number]

const SMALL = { size: 18 }

/** The elements with their statements. */
export function elementParts(page: Page, words: WordText): (Paragraph | Table)[] {
  const { titles, origin } = page
  return [
    partTitle(words, titles.elements),
    ...origin.map((line) => words.ownParagraph(words.sentence(line, { color: MUTED }))),
    ...page.elements.flatMap((element) => elementPart(element, words)),
  ]
}

function elementPart(element: Element, words: WordText) {
  const { reference, title, range, group, verdict, isCounted } = element
  const { description, band, statements, rest } = element
  const muted = (text: string) => words.ownParagraph([words.own(text, { color: MUTED })])
  return [
    words.paragraph(named(words, reference, title), { heading: HeadingLevel.HEADING_2 }),
    words.ownParagraph([words.own(range, { bold: true })]),
    ...(group === null ? [] : [words.paragraph([words.ofSet(group, { color: MUTED })])]),
    ...(verdict.length > 0 ? [words.ownParagraph(words.sentence(verdict, { color: MUTED }))] : []),
    ...(isCounted ? [] : [muted('Not counted in the overall score')]),
    ...words.blocks(description),
    ...(band
      ? [
          words.paragraph([words.ofSet(band.title)], { heading: HeadingLevel.HEADING_3 }),
          ...words.blocks(band.blocks),
        ]
      : []),
    ...(statements.length === 0 ? [] : [statementTable(statements, words)]),
    ...(rest ? [muted(rest.text)] : []),
  ]
}

function statementTable(statements: readonly Statement[], words: WordText) {
  return wordTable(words, {
    columns: [1.3, 5.2, 2.2, 3],
    head: ['Reference', 'Statement', 'Current to future', 'Next step'],
    rows: statements.map((row) => ({
      isTall: row.isTall,
      cells: [
        [words.ownParagraph([words.own(row.reference, { color: MUTED })], TIGHT)],
        statementText(row, words),
        row.answers.map(({ word, label }) =>
          words.paragraph([words.own(`${word} `, { color: MUTED }), words.ofSet(label)], TIGHT),
        ),
        row.nextStep === null ? [] : [words.paragraph([words.ofSet(row.nextStep)], TIGHT)],
      ],
    })),
  })
}

/** What the PDF has in the column of the statement. */
function statementText(row: Statement, words: WordText) {
  const muted = (text: string) =>
    words.ownParagraph([words.own(text, { ...SMALL, color: MUTED })], TIGHT)
  const remarks = [
    ['Does not apply to us.', row.reason],
    ['Note:', row.note],
    ['Auditor’s remark:', row.remark],
    ['Attachments:', row.files],
  ] as const
  return [
    words.paragraph([words.ofSet(row.text)], TIGHT),
    ...(row.isOpen ? [muted('Not answered')] : []),
    ...(row.isCounted ? [] : [muted('Not counted in scores')]),
    ...remarks.flatMap(([word, text]) =>
      text === null ? [] : [words.remark(word, text, SMALL, TIGHT)],
    ),
  ]
}
