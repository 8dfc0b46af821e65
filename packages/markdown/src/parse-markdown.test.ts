import { expect, test } from 'vitest'
import { type Block, type Span, parseMarkdown } from './parse-markdown.ts'

const text = (text: string): Span => ({ kind: 'text', text })
const paragraph = (...spans: Span[]): Block => ({ kind: 'paragraph', spans })
const line = (word: string): Block => ({ kind: 'paragraph', isTight: true, spans: [text(word)] })

test('blocks of every kind are found', () => {
  const source = '## Next\n\n> quoted\n\n3. three\n4. four\n   - inner\n\n---\n\n    code\n\n- a'
  expect(parseMarkdown(source)).toEqual([
    { kind: 'heading', level: 2, spans: [text('Next')] },
    { kind: 'quote', blocks: [paragraph(text('quoted'))] },
    {
      kind: 'list',
      start: 3,
      items: [
        [line('three')],
        [line('four'), { kind: 'list', start: undefined, items: [[line('inner')]] }],
      ],
    },
    { kind: 'rule' },
    { kind: 'code', text: 'code' },
    { kind: 'list', start: undefined, items: [[line('a')]] },
  ])
})

test('spans of every kind are found', () => {
  expect(parseMarkdown('A **bold *and*** `x`  \n[link](https://x.example) &amp; more')).toEqual([
    paragraph(
      text('A '),
      {
        kind: 'strong',
        spans: [text('bold '), { kind: 'emphasis', spans: [text('and')] }],
      },
      text(' '),
      { kind: 'code', text: 'x' },
      { kind: 'break' },
      { kind: 'link', address: 'https://x.example', spans: [text('link')] },
      text(' & more'),
    ),
  ])
})

test('every line stays a line', () => {
  expect(parseMarkdown('a)\nb)\\\n• c  \nd')).toEqual([
    paragraph(
      ...['a)', 'b)', '• c', 'd'].flatMap((line, index) =>
        index === 0 ? [text(line)] : [{ kind: 'break' as const }, text(line)],
      ),
    ),
  ])
})

test('HTML is text, and a picture is its description', () => {
  expect(parseMarkdown('<b>a</b> ![a picture](https://x.example/a.png)')).toEqual([
    paragraph(text('<b>a</b> '), text('a picture')),
  ])
})

const addressesOf = (source: string) =>
  JSON.stringify(parseMarkdown(source)).match(/"address":"[^"]*"/g) ?? []

test.each([
  'https://x.example/a:b',
  'HTTP://x.example',
  'mailto:a@x.org',
  '/settings',
  'a/b:c',
  '#a',
  '?a=b',
])('a link to %s stays a link', (address) => {
  expect(addressesOf(`[x](${address})`)).toHaveLength(1)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&#115;cript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
])('a link to %s is text', (address) => {
  expect(addressesOf(`[x](${address}) <${address}>\n\n[y]\n\n[y]: ${address}`)).toEqual([])
})

test.each(['> ', '- ', '1. ', '>- '])('the text after thousands of nested %j stays', (opening) => {
  expect(parseMarkdown(`${opening.repeat(8000)}text`)).toEqual([paragraph(text('text'))])
})

test.each([
  ['many lines', '- a\n'.repeat(8000)],
  ['many signs', '[a]['.repeat(8000)],
  ['deep lists', Array.from({ length: 200 }, (_, n) => `${' '.repeat(2 * n)}- a`).join('\n')],
])('a text with %s stays as it is written', (_, source) => {
  expect(parseMarkdown(source)).toEqual([{ kind: 'plain', text: source }])
})

test('emphasis in thousands of levels keeps its text', () => {
  const source = `${'*'.repeat(2000)}a${'*'.repeat(2000)}`
  expect(JSON.stringify(parseMarkdown(source))).toMatch(/"text":"a"/)
})
