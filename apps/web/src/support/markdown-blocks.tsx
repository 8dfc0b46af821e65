import { type Block, type Span, parseMarkdown } from 'markdown/parse-markdown'
import { createElement, Fragment, useMemo, type ReactNode } from 'react'

/** Elements, never HTML from the text. Pictures aren't loaded, because that would reveal readers to other sites. */
export function MarkdownBlocks({ text }: { text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  return all(blocks, blockElement)
}

function all<Part>(parts: readonly Part[], element: (part: Part) => ReactNode) {
  return createElement(Fragment, null, ...parts.map(element))
}

function blockElement(block: Block): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return block.isTight ? all(block.spans, spanElement) : <p>{all(block.spans, spanElement)}</p>
    case 'plain':
      return <p className="whitespace-pre-line">{breakable(block.text)}</p>
    case 'heading':
      // The page already has an h1.
      return createElement(`h${Math.max(2, block.level)}`, null, all(block.spans, spanElement))
    case 'code':
      return (
        <pre className="whitespace-pre-wrap">
          <code>{breakable(block.text)}</code>
        </pre>
      )
    case 'rule':
      return <hr />
    case 'quote':
      return <blockquote>{all(block.blocks, blockElement)}</blockquote>
    default:
      return listElement(block)
  }
}

function listElement({ start, items }: Extract<Block, { kind: 'list' }>) {
  const lines = all(items, (item) => <li>{all(item, blockElement)}</li>)
  return start === undefined ? <ul>{lines}</ul> : <ol start={start}>{lines}</ol>
}

function spanElement(span: Span): ReactNode {
  switch (span.kind) {
    case 'text':
      return <span>{breakable(span.text)}</span>
    case 'code':
      return <code>{breakable(span.text)}</code>
    case 'break':
      return <br />
    case 'strong':
      return <strong>{all(span.spans, spanElement)}</strong>
    case 'emphasis':
      return <em>{all(span.spans, spanElement)}</em>
    default:
      return <a href={span.address}>{all(span.spans, spanElement)}</a>
  }
}

/** With a place to break after every 200 letters of a word: without one, a browser needs seconds for 32,000 letters. */
function breakable(text: string): ReactNode {
  const parts = text.replaceAll(/\S{200}/gu, '$&\0').split('\0')
  if (parts.length === 1) return text
  const pieces = parts.map((part) => createElement('span', null, part))
  return createElement(Fragment, null, ...pieces.flatMap((piece) => [piece, createElement('wbr')]))
}
