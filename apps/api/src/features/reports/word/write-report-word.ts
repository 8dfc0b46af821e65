import {
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  type Paragraph,
  type Table,
  TextRun,
} from 'docx'
import { stripControls } from '#core/csv.ts'
import { type ReportPrint, reportPage } from '#features/reports/report-page.ts'
import { actionParts, planParts } from './word-actions.ts'
import { appendixParts, certifiedParts, licenceParts } from './word-answers.ts'
import { elementParts } from './word-elements.ts'
import { type Page, named, partTitle } from './word-parts.ts'
import { NUMBERING, wordStyles } from './word-styles.ts'
import { PAGE_MARGIN, TIGHT, wordTable } from './word-table.ts'
import { LEFT_TO_RIGHT_MARK, MUTED, OWN_LANGUAGE, type WordText, wordText } from './word-text.ts'

type Part = Paragraph | Table

const A4 = { width: 11_906, height: 16_838 }

/** A report as a Word document that can be edited, with the content of the PDF. Charts are tables. */
export async function writeReportWord(report: ReportPrint): Promise<Buffer> {
  const page = plainTexts(reportPage(report))
  const words = wordText(report.snapshot.content_set.language)
  const document = new Document({
    title: `${page.tenant}, ${page.title}`,
    creator: page.tenant,
    styles: wordStyles(words.language),
    numbering: NUMBERING,
    sections: [
      {
        properties: {
          page: {
            size: A4,
            margin: {
              top: PAGE_MARGIN,
              bottom: PAGE_MARGIN,
              left: PAGE_MARGIN,
              right: PAGE_MARGIN,
            },
          },
        },
        footers: { default: footer(page, words) },
        children: [
          ...head(page, words),
          ...next(page, words),
          ...stops(page, words),
          ...comparison(page, words),
          ...introduction(page, words),
          ...profile(page, words),
          ...(page.showsActions ? actionParts(page, words) : []),
          ...planParts(page, words),
          ...certifiedParts(page, words),
          ...elementParts(page, words),
          ...appendixParts(page, words),
          ...licenceParts(page, words),
        ],
      },
    ],
  })
  return await Packer.toBuffer(document)
}

/** Without control characters, which XML can't have, and without the breaks of the PDF in long references. */
function plainTexts(page: Page): Page {
  const json = JSON.stringify(page, (_key, value: unknown) =>
    typeof value === 'string' ? stripControls(value).replaceAll('\u200b', '') : value,
  )
  return JSON.parse(json) as Page
}

function head(page: Page, words: WordText): Part[] {
  const { figures } = page
  return [
    words.paragraph([words.ofSet(page.tenant, { bold: true, size: 24 })]),
    words.paragraph([words.ofSet(page.contentSet, { color: MUTED })]),
    words.ownParagraph([words.own(page.title)], { heading: HeadingLevel.TITLE }),
    words.ownParagraph([words.own(page.finalised, { color: MUTED })]),
    words.ownParagraph(words.sentence(page.headline, { size: 26 })),
    ...(page.change.length > 0
      ? [words.ownParagraph(words.sentence(page.change, { size: 22 }))]
      : []),
    wordTable(words, {
      columns: figures.map(() => 1),
      head: figures.map(({ label }) => label.map(({ text }) => text).join('')),
      rows: [
        {
          cells: figures.map(({ value, hint }) => [
            words.ownParagraph(words.sentence(value, { size: 36 }), TIGHT),
            words.ownParagraph(words.sentence(hint, { color: MUTED, size: 18 }), TIGHT),
          ]),
        },
      ],
    }),
  ]
}

function next({ next: found, titles }: Page, words: WordText): Part[] {
  if (!found) return []
  const mark = words.isRightToLeft ? LEFT_TO_RIGHT_MARK : ''
  return [
    partTitle(words, titles.next),
    words.ownParagraph(words.sentence(found.sentences)),
    ...words.numbered(
      found.actions.map(({ text, reference, element, gain }) => [
        words.ofSet(text, { bold: true }),
        words.own(` (${reference} `, { color: MUTED }),
        words.ofSet(element, { color: MUTED }),
        words.own(`, ${mark}${gain}${mark})`, { color: MUTED }),
      ]),
    ),
    ...(found.more === ''
      ? []
      : [words.ownParagraph([words.own(`And ${found.more}.`, { color: MUTED })])]),
  ]
}

/** The statements that stop the next band. */
function stops({ stops: found }: Page, words: WordText): Part[] {
  if (!found) return []
  return [
    words.ownParagraph(words.sentence(found.title), { heading: HeadingLevel.HEADING_2 }),
    ...found.rows.map(({ text, reference, element, goal }) =>
      words.ownParagraph(
        [
          words.ofSet(text, { bold: true }),
          words.own(` (${reference} `, { color: MUTED }),
          words.ofSet(element, { color: MUTED }),
          words.own(goal === null ? ')' : ', needs: ', { color: MUTED }),
          ...(goal === null ? [] : [words.ofSet(goal), words.own(')', { color: MUTED })]),
        ],
        { bullet: { level: 0 } },
      ),
    ),
    ...(found.more === ''
      ? []
      : [words.ownParagraph([words.own(`And ${found.more}.`, { color: MUTED })])]),
  ]
}

function comparison({ comparison: found }: Page, words: WordText): Part[] {
  if (!found) return []
  return [
    partTitle(words, found.title),
    ...(found.hint === '' ? [] : [words.ownParagraph([words.own(found.hint, { color: MUTED })])]),
    wordTable(words, {
      columns: [6, 1, 1, 2],
      head: ['Element', ...found.years, 'Change'],
      rows: found.rows.map((row) => {
        const style = row.isOverall ? { bold: true } : {}
        const name = row.isOverall
          ? words.ownParagraph([words.own(row.title, style)], TIGHT)
          : words.paragraph(named(words, row.reference, row.title), TIGHT)
        const figures = [row.before, row.now, row.change].map((text) => [
          words.ownParagraph([words.own(text, style)], TIGHT),
        ])
        return { cells: [[name], ...figures] }
      }),
    }),
  ]
}

function introduction({ introduction: blocks, titles }: Page, words: WordText): Part[] {
  return blocks.length === 0 ? [] : [partTitle(words, titles.about), ...words.blocks(blocks)]
}

function profile({ profile: rows, gapHead, titles }: Page, words: WordText): Part[] {
  return [
    partTitle(words, titles.profile),
    wordTable(words, {
      columns: [6, 1.2, 1.2, 1],
      head: ['Element', 'Current', 'Future', gapHead],
      rows: rows.map(({ reference, title, current, future, gap }) => ({
        cells: [
          [words.paragraph(named(words, reference, title), TIGHT)],
          ...[current, future, gap].map((text) => [words.ownParagraph([words.own(text)], TIGHT)]),
        ],
      })),
    }),
  ]
}

function footer({ tenant, title }: Page, words: WordText) {
  const style = { size: 17, color: MUTED, language: { value: OWN_LANGUAGE } }
  const number = new TextRun({
    ...style,
    children: ['Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
  })
  const name = words.ofSet(tenant, { size: 17, color: MUTED })
  return new Footer({
    children: [
      words.ownParagraph([name, words.own(`, ${title}. `, { size: 17, color: MUTED }), number]),
    ],
  })
}
