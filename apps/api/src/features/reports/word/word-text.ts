import {
  AlignmentType,
  CarriageReturn,
  type IParagraphOptions,
  type IRunOptions,
  Paragraph,
  TextRun,
} from 'docx'
import { directionOf, localeOf } from 'rules/language'
import type { Words } from 'rules/mark-titles'
import type { Block, Span } from '#features/reports/pdf/report-markdown.ts'

type Style = Pick<IRunOptions, 'bold' | 'italics' | 'color' | 'size'>
type Form = Pick<
  IParagraphOptions,
  'heading' | 'style' | 'spacing' | 'keepNext' | 'numbering' | 'bullet'
>

export const MUTED = '5b645f'
export const OWN_LANGUAGE = 'en-GB'
/** Numbered lists (word-styles.ts). Each list is an instance, so that it starts with 1. */
export const STEPS = 'steps'

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
/** After a text in the other direction, so that a figure that follows doesn't become part of it. */
export const LEFT_TO_RIGHT_MARK = '\u200e'
const DEEPEST_LEVEL = 8
/** In twips, as in the list styles of docx. */
const INDENT = 720

export type WordText = ReturnType<typeof wordText>

/** Paragraphs and runs of a document whose content set has this language. */
export function wordText(tag: string | undefined) {
  const language = localeOf(tag) && tag ? tag : OWN_LANGUAGE
  const isRightToLeft = directionOf(language) === 'rtl'
  let lists = 0

  /** Our own words, in English. */
  function own(text: string, style: Style = {}) {
    return runOf(text, OWN_LANGUAGE, style)
  }

  /** A text of the content set or of a respondent. */
  function ofSet(text: string, style: Style = {}) {
    return runOf(text, language, style)
  }

  function sentence(parts: readonly Words[], style: Style = {}) {
    return parts.flatMap(({ text, strong: bold, isTitle }) => {
      const run = (isTitle ? ofSet : own)(text, bold ? { ...style, bold } : style)
      return isTitle && isRightToLeft ? [run, own(LEFT_TO_RIGHT_MARK)] : [run]
    })
  }

  /** A paragraph in the direction of the content set. */
  function paragraph(children: TextRun[], form: Form = {}) {
    return new Paragraph({ ...form, children, bidirectional: isRightToLeft })
  }

  /** A paragraph of our own, which runs from left to right, on the side where the document's lines start. */
  function ownParagraph(children: TextRun[], form: Form = {}) {
    if (!isRightToLeft) return paragraph(children, form)
    return new Paragraph({ ...form, children, alignment: AlignmentType.RIGHT })
  }

  /** A text that a respondent wrote, after a word of our own, in the direction of its letters. */
  function remark(word: string, text: string, style: Style, form: Form) {
    const runs = [own(`${word} `, { ...style, bold: true }), ofSet(text, style)]
    return RIGHT_TO_LEFT.test(text) ? paragraph(runs, form) : ownParagraph(runs, form)
  }

  /** A numbered list, with one paragraph for each item. */
  function numbered(items: readonly (readonly TextRun[])[]) {
    lists += 1
    const numbering = { reference: STEPS, level: 0, instance: lists }
    return items.map((runs) => paragraph([...runs], { numbering }))
  }

  /** Markdown (report-markdown.ts). */
  function blocks(nodes: readonly Block[], level = 0): Paragraph[] {
    return nodes.flatMap((node) => {
      if (node.kind === 'paragraph') return [paragraph(spans(node.spans))]
      lists += 1
      const instance = lists
      return node.items.flatMap((item) => itemOf(item, node.ordered, level, instance))
    })
  }

  /** The first paragraph of an item has its sign. */
  function itemOf(item: readonly Block[], ordered: boolean, level: number, instance: number) {
    const [first, ...later] = item
    const runs = first?.kind === 'paragraph' ? spans(first.spans) : []
    const rest = first?.kind === 'paragraph' ? later : item
    const sign = ordered
      ? { numbering: { reference: STEPS, level, instance } }
      : { bullet: { level } }
    return [
      new Paragraph({ ...sign, children: runs, bidirectional: isRightToLeft }),
      ...rest.flatMap((node) =>
        node.kind === 'paragraph'
          ? [
              new Paragraph({
                children: spans(node.spans),
                bidirectional: isRightToLeft,
                indent: { start: INDENT * (level + 1) },
              }),
            ]
          : blocks([node], Math.min(level + 1, DEEPEST_LEVEL)),
      ),
    ]
  }

  function spans(parts: readonly Span[]) {
    return parts.map(({ text, strong, emphasis }) =>
      ofSet(text, { ...(strong && { bold: true }), ...(emphasis && { italics: true }) }),
    )
  }

  return {
    language,
    remark,
    isRightToLeft,
    own,
    ofSet,
    sentence,
    paragraph,
    ownParagraph,
    numbered,
    blocks,
  }
}

function runOf(text: string, language: string, style: Style) {
  const [first = '', ...lines] = text.split('\n')
  return new TextRun({
    ...style,
    rightToLeft: RIGHT_TO_LEFT.test(text),
    language: { value: language, eastAsia: language, bidirectional: language },
    children: [first, ...lines.flatMap((line) => [new CarriageReturn(), line])],
  })
}
