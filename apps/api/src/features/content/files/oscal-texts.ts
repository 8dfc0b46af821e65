import { type Block, parseMarkdown, type Span } from 'markdown/parse-markdown'
import { CONTENT_LIMITS } from 'contract/content-limits'
import type { Param, Part } from './oscal-shapes.ts'

export type Parameters = { of: ReadonlyMap<string, Param>; open: Set<string> }

/** Some catalogues have a space between a parameter and the sign that follows it. */
const INSERT = /\{\{\s*(?:insert:\s*)?(?:param\s*,\s*)?([^\s{},]{1,200})\s*\}\}(?: +(?=[,;:.]))?/g

/** How deep a parameter may be within the choices of others. */
const DEEPEST = 3

/** Writes out parameters: their values, or in brackets what has to be decided. */
export function withParameters(prose: string, parameters: Parameters, depth = 0): string {
  return prose.replaceAll(INSERT, (_, id: string) => {
    const param = parameters.of.get(id)
    if (!param || depth >= DEEPEST) return `[${id}]`
    if (param.values && param.values.length > 0) return param.values.join(', ')
    parameters.open.add(param.id)
    return `[${choiceOf(param, parameters, depth)}]`
  })
}

function choiceOf({ id, label, select }: Param, parameters: Parameters, depth: number) {
  const choices = (select?.choice ?? []).map((one) => withParameters(one, parameters, depth + 1))
  if (choices.length === 0) return label ?? id
  const start = select?.['how-many'] === 'one-or-more' ? 'one or more of' : 'one of'
  return `${start}: ${choices.join('; ')}`
}

const INTERNAL_LINK = /\[([^\][]{0,500})\]\(#[^()\s]{0,500}\)/g

/** Markdown whose links within the catalogue, which lead nowhere here, are text. */
export function proseOf(prose: string | undefined, parameters: Parameters): string {
  const text = (prose ?? '').replaceAll(INTERNAL_LINK, '$1')
  return withParameters(text, parameters).trim()
}

/** The same without marks, for texts that aren't Markdown. */
export function plainOf(prose: string | undefined, parameters: Parameters): string {
  return parseMarkdown(proseOf(prose, parameters)).map(plainBlock).join('\n\n').trim()
}

const NONE: Parameters = { of: new Map(), open: new Set() }

/** A title on one line, within the length of one. */
export function plainLine(title: string): string {
  return plainOf(title, NONE).replaceAll('\n', ' ').slice(0, CONTENT_LIMITS.line)
}

function plainBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return plainSpans(block.spans)
    case 'list':
      return block.items
        .map((blocks, index) => {
          const mark = block.start === undefined ? '•' : `${block.start + index}.`
          return `${mark} ${blocks.map(plainBlock).join('\n')}`
        })
        .join('\n')
    case 'quote':
      return block.blocks.map(plainBlock).join('\n\n')
    case 'rule':
      return ''
    default:
      return block.text
  }
}

function plainSpans(spans: readonly Span[]): string {
  return spans
    .map((span) => {
      if (span.kind === 'break') return '\n'
      if ('text' in span) return span.text
      const inner = plainSpans(span.spans)
      return span.kind === 'link' && span.address !== inner ? `${inner} (${span.address})` : inner
    })
    .join('')
}

/** A statement with its items, each on a line of its own behind its label. */
export function linesOf(part: Part, parameters: Parameters): string[] {
  const label = labelOf(part)
  const own = plainOf(part.prose, parameters)
  const first = label === undefined ? own : `${label} ${own}`.trim()
  const inner = part.parts.flatMap((one) => linesOf(one, parameters))
  return own === '' && inner.length === 0 ? [] : [...(first === '' ? [] : [first]), ...inner]
}

/** Guidance as Markdown: the title or label of each part in bold, then its text. */
export function guidanceOf(part: Part, parameters: Parameters): string[] {
  const title = part.title ?? labelOf(part)
  const inner = part.parts.flatMap((one) => guidanceOf(one, parameters))
  const own = proseOf(part.prose, parameters)
  if (own === '' && inner.length === 0) return []
  const head = title === undefined ? [] : [`**${title.replaceAll(/[*\n]/g, ' ').trim()}**`]
  return [...head, ...(own === '' ? [] : [own]), ...inner]
}

type Labelled = Pick<Part, 'props'>

/** The label for people; others are for sorting and tools. */
export function labelOf({ props }: Labelled): string | undefined {
  const labels = props.filter(({ name }) => name === 'label')
  return (labels.find((one) => one.class === undefined) ?? labels[0])?.value
}

export function isWithdrawn({ props }: Labelled): boolean {
  return props.some(({ name, value }) => name === 'status' && value.toLowerCase() === 'withdrawn')
}
