import { expect, test } from 'vitest'
import { markdownBlocks } from './report-markdown.ts'

test('paragraphs, lists, bold and emphasis become data; links and headings become text', () => {
  const blocks = markdownBlocks(
    '## Next\n\nA **bold *and* plain** [link](https://x.example)\n\n1. one\n2. two',
  )
  expect(blocks).toEqual([
    { kind: 'paragraph', spans: [{ text: 'Next', strong: true }] },
    {
      kind: 'paragraph',
      spans: [
        { text: 'A ' },
        { text: 'bold ', strong: true },
        { text: 'and', strong: true, emphasis: true },
        { text: ' plain', strong: true },
        { text: ' ' },
        { text: 'link' },
      ],
    },
    {
      kind: 'list',
      ordered: true,
      items: [
        [{ kind: 'paragraph', spans: [{ text: 'one' }] }],
        [{ kind: 'paragraph', spans: [{ text: 'two' }] }],
      ],
    },
  ])
})

test('HTML is printed as text', () => {
  expect(markdownBlocks('<script>alert(1)</script>')).toEqual([
    { kind: 'paragraph', spans: [{ text: '<script>alert(1)</script>' }] },
  ])
})

test.each(['> ', '- ', '1. ', '>- '])("thousands of nested %j don't hang or crash", (opening) => {
  expect(markdownBlocks(`${opening.repeat(8000)}text`)).toEqual([
    { kind: 'paragraph', spans: [{ text: 'text' }] },
  ])
})
