import MarkdownIt, { type Token } from 'markdown-it'

export type Span =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis'; spans: Span[] }
  | { kind: 'link'; address: string; spans: Span[] }

export type Block =
  /** `isTight`: an item of a list without blank lines. */
  | { kind: 'paragraph'; isTight?: true; spans: Span[] }
  | { kind: 'heading'; level: number; spans: Span[] }
  /** `plain`: a whole text as it is written. */
  | { kind: 'code' | 'plain'; text: string }
  | { kind: 'rule' }
  | { kind: 'quote'; blocks: Block[] }
  /** Numbered from `start`, or with bullets. */
  | { kind: 'list'; start: number | undefined; items: Block[][] }

/** Signs of Markdown and lines. A text of the largest size has some hundred; each costs the parser several microseconds. */
const MAX_SIGNS = 5000
const SIGN = /[\n*_[\]!<&`\\]/g

/** The parser leaves out what is deeper. */
const DEEPEST = 100
const DEEPEST_SPAN = 20

/** Eight or more quotes and lists that open in one line. */
const OPENED = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){8,}/gm

const markdown = new MarkdownIt('commonmark', { html: false, maxNesting: DEEPEST })
// Addresses of this site, of pages and of people. Others could run a script.
markdown.validateLink = (address) => /^(https?:|mailto:|[^:]*([/?#]|$))/i.test(address)

/**
 * Markdown as data; HTML and pictures are text. The work grows with the length of the text, whatever it contains. A
 * text with very many or very deep parts stays as it is written.
 */
export function parseMarkdown(text: string): Block[] {
  const plain: Block = { kind: 'plain', text }
  const source = text.replaceAll(OPENED, '')
  if ((source.match(SIGN)?.length ?? 0) > MAX_SIGNS) return [plain]
  const tokens = markdown.parse(source, {})
  return tokens.some(({ level }) => level >= DEEPEST - 1) ? [plain] : blocksOf(tokens)
}

function blocksOf(tokens: Token[]): Block[] {
  const root: Block[] = []
  // The innermost open quote or item is the last; lists have their items instead.
  const open: (Block[] | Block[][])[] = [root]
  for (const [index, token] of tokens.entries()) {
    const inner = open.at(-1) as Block[]
    if (token.nesting < 0 && CONTAINERS.has(token.tag)) open.pop()
    else if (token.type === 'list_item_open') {
      const item: Block[] = []
      ;(open.at(-1) as Block[][]).push(item)
      open.push(item)
    } else if (token.nesting > 0 && CONTAINERS.has(token.tag)) open.push(opened(token, inner))
    else {
      const block = leafOf(token, tokens[index - 1])
      if (block) inner.push(block)
    }
  }
  return root
}

const CONTAINERS = new Set(['blockquote', 'ul', 'ol', 'li'])

/** Adds a quote or a list, and returns what it contains. */
function opened(token: Token, parent: Block[]): Block[] | Block[][] {
  if (token.tag === 'blockquote') {
    const blocks: Block[] = []
    parent.push({ kind: 'quote', blocks })
    return blocks
  }
  const items: Block[][] = []
  const start = token.tag === 'ol' ? Number(token.attrGet('start') ?? 1) : undefined
  parent.push({ kind: 'list', start, items })
  return items
}

function leafOf(token: Token, before: Token | undefined): Block | undefined {
  if (token.type === 'hr') return { kind: 'rule' }
  if (token.tag === 'code') return { kind: 'code', text: token.content.replace(/\n$/, '') }
  if (token.type !== 'inline') return undefined
  const spans = spansOf(token.children ?? [])
  if (before?.type === 'heading_open')
    return { kind: 'heading', level: Number(before.tag.slice(1)), spans }
  return { kind: 'paragraph', ...(before?.hidden && { isTight: true }), spans }
}

const BREAKS = new Set(['hardbreak', 'softbreak'])

function spansOf(tokens: Token[]): Span[] {
  const root: Span[] = []
  const open = [root]
  for (const token of tokens) {
    const inner = open.at(-1) ?? root
    if (token.nesting < 0) open.pop()
    else if (token.nesting > 0) open.push(open.length > DEEPEST_SPAN ? inner : styled(token, inner))
    // Authors mean each line that they write.
    else if (BREAKS.has(token.type)) inner.push({ kind: 'break' })
    else if (token.type === 'code_inline') inner.push({ kind: 'code', text: token.content })
    else inner.push({ kind: 'text', text: token.content })
  }
  return root
}

/** Adds a span, and returns what it contains. */
function styled(token: Token, parent: Span[]): Span[] {
  const spans: Span[] = []
  if (token.tag === 'a')
    parent.push({ kind: 'link', address: String(token.attrGet('href') ?? ''), spans })
  else parent.push({ kind: token.tag === 'strong' ? 'strong' : 'emphasis', spans })
  return spans
}
