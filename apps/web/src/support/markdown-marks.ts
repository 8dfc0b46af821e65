export interface Selected {
  text: string
  start: number
  end: number
}

export interface Change {
  from: number
  to: number
  text: string
  select: [start: number, end: number]
}

export type Mark = 'bold' | 'italic' | 'heading' | 'bullets' | 'numbers' | 'link'

export function markChange(mark: Mark, { text, start, end }: Selected): Change {
  const chosen = text.slice(start, end)
  if (mark === 'bold') return around(start, end, '**', chosen || 'bold')
  if (mark === 'italic') return around(start, end, '_', chosen || 'italic')
  if (mark === 'link') return link(start, end, chosen || 'text')
  return lines(mark, { text, start, end })
}

function around(from: number, to: number, sign: string, inner: string): Change {
  const first = from + sign.length
  return {
    from,
    to,
    text: `${sign}${inner}${sign}`,
    select: [first, first + inner.length],
  }
}

const ADDRESS = 'https://'

function link(from: number, to: number, inner: string): Change {
  const first = from + inner.length + 3
  return { from, to, text: `[${inner}](${ADDRESS})`, select: [first, first + ADDRESS.length] }
}

/** Adds the sign to whole lines, or removes it if all lines have it. */
function lines(mark: 'heading' | 'bullets' | 'numbers', { text, start, end }: Selected): Change {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const old = text.slice(from, to).split('\n')
  const sign = { heading: /^#+ /, bullets: /^- /, numbers: /^\d+\. / }[mark]
  const isMarked = old.every((line) => sign.test(line))
  const signOf = (index: number) =>
    ({ heading: '## ', bullets: '- ', numbers: `${index + 1}. ` })[mark]
  const changed = old
    .map((line, index) => (isMarked ? line.replace(sign, '') : signOf(index) + line))
    .join('\n')
  return { from, to, text: changed, select: [from, from + changed.length] }
}
