import { expect, test } from 'vitest'
import { markChange, type Mark } from './markdown-marks.ts'

/** The text with the selection in angle brackets, before and after. */
function apply(mark: Mark, drawn: string) {
  const text = drawn.replace(/[<>]/g, '')
  const start = drawn.indexOf('<')
  const change = markChange(mark, { text, start, end: drawn.indexOf('>') - 1 })
  const made = text.slice(0, change.from) + change.text + text.slice(change.to)
  const [from, to] = change.select
  return `${made.slice(0, from)}<${made.slice(from, to)}>${made.slice(to)}`
}

test('bold and italic go around what is chosen, or around a word to write over', () => {
  expect(apply('bold', 'be <kind> to all')).toBe('be **<kind>** to all')
  expect(apply('italic', 'be <>')).toBe('be _<italic>_')
})

test('a link asks for its address', () => {
  expect(apply('link', 'see <our site>')).toBe('see [our site](<https://>)')
})

test('lines become headings and lists, and are lines again the second time', () => {
  expect(apply('heading', 'one\ntw<>o\nthree')).toBe('one\n<## two>\nthree')
  expect(apply('bullets', '<one\ntwo>')).toBe('<- one\n- two>')
  expect(apply('numbers', '<one\ntwo>')).toBe('<1. one\n2. two>')
  expect(apply('bullets', '- on<e\n- t>wo')).toBe('<one\ntwo>')
})
