import { fromMarkdown } from 'mdast-util-from-markdown'

type Node = ReturnType<typeof fromMarkdown>['children'][number]

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

/** Eight or more quotes and lists opened in one line would keep the parser busy for hours. */
const TOO_NESTED = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){8,}/gm

/** Markdown as data, so that the template never evaluates its source. */
export function markdownBlocks(markdown: string): Block[] {
  const source = markdown.replaceAll(TOO_NESTED, '')
  return fromMarkdown(source).children.flatMap((node) => toBlocks(node, 1))
}

function toBlocks(node: Node, depth: number): Block[] {
  if (node.type === 'list' && depth < DEEPEST) {
    const items = node.children.map((item) =>
      item.children.flatMap((child) => toBlocks(child, depth + 1)),
    )
    return [{ kind: 'list', ordered: node.ordered === true, items }]
  }
  if (node.type === 'blockquote' && depth < DEEPEST) {
    return node.children.flatMap((child) => toBlocks(child, depth + 1))
  }
  const spans = toSpans(node, node.type === 'heading' ? { strong: true } : {})
  return spans.length > 0 ? [{ kind: 'paragraph', spans }] : []
}

function toSpans(node: Node, style: Omit<Span, 'text'>): Span[] {
  if (node.type === 'break') return [{ text: '\n' }]
  if (node.type === 'text') return [{ ...style, text: node.value.replaceAll('\n', ' ') }]
  if ('value' in node) return [{ ...style, text: node.value }]
  if ('alt' in node) return node.alt ? [{ ...style, text: node.alt }] : []
  if (!('children' in node)) return []
  const spanStyle = {
    ...style,
    ...(node.type === 'strong' ? { strong: true } : {}),
    ...(node.type === 'emphasis' ? { emphasis: true } : {}),
  }
  return node.children.flatMap((child) => toSpans(child, spanStyle))
}
