import {
  type Block as Parsed,
  type Span as ParsedSpan,
  parseMarkdown,
} from 'markdown/parse-markdown'

export interface Span {
  text: string
  strong?: boolean
  emphasis?: boolean
}

/** The Markdown that reports print. Anything else is printed as plain text. */
export type Block =
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Block[][] }

// Deeper nesting would exhaust the typesetter.
const DEEPEST = 6

/** Markdown as data, so that the template never evaluates its source. */
export function markdownBlocks(markdown: string): Block[] {
  return parseMarkdown(markdown).flatMap((block) => toBlocks(block, 1))
}

function toBlocks(block: Parsed, depth: number): Block[] {
  if (block.kind === 'rule') return []
  if (block.kind === 'quote') return block.blocks.flatMap((one) => toBlocks(one, depth + 1))
  if (block.kind === 'list') return toList(block, depth)
  if ('text' in block) return [{ kind: 'paragraph', spans: [{ text: block.text }] }]
  const spans = toSpans(block.spans, block.kind === 'heading' ? { strong: true } : {})
  return spans.length > 0 ? [{ kind: 'paragraph', spans }] : []
}

function toList(list: Extract<Parsed, { kind: 'list' }>, depth: number): Block[] {
  const items = list.items.map((item) => item.flatMap((one) => toBlocks(one, depth + 1)))
  return depth < DEEPEST
    ? [{ kind: 'list', ordered: list.start !== undefined, items }]
    : items.flat()
}

function toSpans(spans: ParsedSpan[], style: Omit<Span, 'text'>): Span[] {
  return spans.flatMap((span) => {
    if (span.kind === 'break') return [{ text: '\n' }]
    if (span.kind === 'text') return [{ ...style, text: span.text }]
    if (span.kind === 'link') return toSpans(span.spans, style)
    return 'spans' in span
      ? toSpans(span.spans, { ...style, [span.kind]: true })
      : [{ ...style, text: span.text }]
  })
}
