import {
  BorderStyle,
  type Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from 'docx'
import type { WordText } from './word-text.ts'

/** In twips: what the margins of an A4 page leave. */
export const PAGE_WIDTH = 10_204
export const PAGE_MARGIN = 851

const NONE = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const LINE = { style: BorderStyle.SINGLE, size: 4, color: 'd9dedb' }

interface WordTable {
  /** Shares of the page's width. */
  columns: readonly number[]
  head: readonly string[]
  rows: readonly WordRow[]
}

export interface WordRow {
  cells: readonly (readonly Paragraph[])[]
  /** Might be longer than a page, so it may break. */
  isTall?: boolean | undefined
}

/** A table whose heads repeat on every page, with its first column where lines start. */
export function wordTable(words: WordText, { columns, head, rows }: WordTable): Table {
  const whole = columns.reduce((sum, each) => sum + each, 0)
  const widths = columns.map((share) => Math.round((PAGE_WIDTH * share) / whole))
  const row = (cells: readonly (readonly Paragraph[])[], options = {}) =>
    new TableRow({
      ...options,
      children: cells.map(
        (paragraphs, index) =>
          new TableCell({
            width: { size: widths[index] ?? 0, type: WidthType.DXA },
            // Word can't open a cell without a paragraph.
            children: paragraphs.length > 0 ? paragraphs : [words.paragraph([])],
          }),
      ),
    })
  return new Table({
    width: { size: PAGE_WIDTH, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    visuallyRightToLeft: words.isRightToLeft,
    margins: { top: 60, bottom: 40, left: 60, right: 60 },
    borders: {
      top: LINE,
      bottom: LINE,
      left: NONE,
      right: NONE,
      insideHorizontal: LINE,
      insideVertical: NONE,
    },
    rows: [
      row(
        head.map((word) => [words.ownParagraph([words.own(word, { bold: true })], TIGHT)]),
        { tableHeader: true, cantSplit: true },
      ),
      ...rows.map(({ cells, isTall = false }) => row(cells, { cantSplit: !isTall })),
    ],
  })
}

/** Paragraphs of a cell are closer together. */
export const TIGHT = { spacing: { after: 40 } }
