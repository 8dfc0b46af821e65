import { expect, test } from 'vitest'
import { cleanLine, cleanText } from './clean-text.ts'

test.each([
  ['a soft break of Word', 'Approved\u000bReview in May', 'Approved\nReview in May'],
  ['breaks of other systems', 'a\r\nb\rc\u2028d\u2029e\u0085f\u000cg', 'a\nb\nc\nd\ne\nf\ng'],
  ['control characters', 'Held\u0003 quarterly\u0000\u001b', 'Held quarterly'],
  ['a broken letter and a non-character', 'a\ud800b\uffffc', 'abc'],
  ['a misplaced byte order mark', '\ufeffa\ufeffb', 'ab'],
  ['the direction of a path', '\u202aC:\\policy.pdf', 'C:\\policy.pdf'],
  ['the isolates of a chat', 'Contact: \u2068Amira\u2069 (IT)', 'Contact: Amira (IT)'],
  ['an override', 'gpj.\u202etxt.exe', 'gpj.txt.exe'],
  ['hidden tags', 'a\u{e0041}\u{e0042}b', 'ab'],
  ['spaces around', '\u200b \u00a0a\u00ad\n', 'a'],
])('%s is cleaned', (_, text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

test.each([
  ['tabs and breaks', 'a\tb\n\nc'],
  ['places where words break', 'Infor\u00adma\u200btion'],
  ['joiners of Persian and of emoji', 'می\u200cخواهم 👩\u200d💻'],
  ['a flag made of tags', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['a direction mark in Hebrew', 'C++\u200e בעברית'],
])('%s stay', (_, text) => {
  expect(cleanText(text)).toBe(text)
})

test.each([
  ['Vietnamese, with separate accents', 'Đánh giá rủi ro'.normalize('NFD')],
  ['Hebrew with vowels and cantillation', 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים'],
  ['Arabic with all vowels', 'الرَّحْمَٰنِ ٱللَّهُمَّ'],
  ['Thai', 'ผู้ที่นี่ น้ำ'],
  ['Devanagari with conjuncts', 'क्ष्म्य र्त्स्न्यं ॐ'],
  ['Tibetan with the deepest known stack', 'ཧྐྵྨླྺྼྻྂ'],
  ['Burmese', 'ကြွေးငြိမ်း'],
  ['keycaps and variants', '1\ufe0f\u20e3 ☑\ufe0f'],
])('marks of %s stay', (_, text) => {
  expect(cleanText(text)).toBe(text)
  expect(cleanLine(text)).toBe(text)
})

test.each([
  ['accents', '\u0316'],
  ['accents with joiners between', '\u0316\u200d'],
  ['accents with non-joiners between', '\u0316\u200c'],
  ['enclosing signs', '\u20dd'],
  ['Thai vowels', '\u0e34'],
  ['subjoined Tibetan', '\u0f90'],
  ['variants', '\ufe0f'],
  ['half-width voiced marks', '\uff9e'],
])('of thousands of %s on a letter thirty stay', (_, marks) => {
  const text = cleanText(`a${marks.repeat(16_000)}b`)
  expect(text).toHaveLength(32)
  expect(cleanLine(`a${marks.repeat(15)}\u200b${marks.repeat(1000)}b`)).toBe(text)
})

test('Arabic and Hebrew keep their direction within a text, and can’t change the text around them', () => {
  expect(cleanText('See \u202bيستخدم Windows و Linux\u202c here')).toBe(
    'See \u2067يستخدم Windows و Linux\u2069 here',
  )
  expect(cleanText('\u202eא\nb\u2069c')).toBe('\u2067א\u2069\nbc')
  const deep = cleanText(`א${'\u2067'.repeat(100)}`)
  expect(deep).toBe(`א${'\u2067'.repeat(10)}${'\u2069'.repeat(10)}`)
})

test('a line has no breaks, and no marks of where words break', () => {
  expect(cleanLine(' Low\n\u000bor\tnone ')).toBe('Low or none')
  expect(cleanLine('A\u200b1\u00ad')).toBe('A1')
})

test('a megabyte of spaces, marks or tags takes no longer than its length needs', () => {
  for (const unseen of [' ', '\u200b', '\u2067', '\u{e0041}', '\u000b'])
    expect(cleanText(`a${unseen.repeat(300_000)}b`)).toMatch(/^a[^]*b$/)
})
