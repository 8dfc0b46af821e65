import { expect, test } from 'vitest'
import { plural } from './plural.ts'

const FORMS = { one: '{name} and # other', other: '{name} and # others' }

test.each([
  [1, 'C# {name} and 1 other'],
  [1200, 'C# {name} and 1,200 others'],
])(
  'for %i, the count replaces the first #, and a name with a # or braces is kept',
  (count, text) => {
    expect(plural(count, FORMS, { name: 'C# {name}' })).toBe(text)
  },
)

test('braces in a form stay without a name for them', () => {
  expect(plural(2, { one: '# key {a}', other: '# keys {a}' })).toBe('2 keys {a}')
})
