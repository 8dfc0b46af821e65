import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MarkdownBlocks } from './markdown-blocks.tsx'

const shown = (text: string) => renderToStaticMarkup(<MarkdownBlocks text={text} />)

test('a text of usual words is shown as it is', () => {
  expect(shown('We **know** it.')).toBe(
    '<p><span>We </span><strong><span>know</span></strong><span> it.</span></p>',
  )
})

test.for(['a', '_', '👩'])('a word of 32,000 %s can break after every 200', (letter) => {
  const word = letter.repeat(32_000)
  const markup = shown(word)
  expect(markup.match(/<wbr\/>/g)?.length).toBeGreaterThanOrEqual(159)
  expect(markup.replaceAll(/<[^>]*>/g, '')).toBe(word)
  for (const part of markup.split('<wbr/>')) expect(part.length).toBeLessThan(500)
})
