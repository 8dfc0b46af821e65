import { expect, test } from 'vitest'
import { responseNumbers, responsesOfText } from './response-numbers.ts'

const NONE = null

test.each([
  [
    ['★★★', '★★', '★'],
    [3, 2, 1],
  ],
  [
    ['★', '★★', '★★★'],
    [1, 2, 3],
  ],
  [
    ['☆☆☆', '★☆☆', '★★☆', '★★★'],
    [0, 1, 2, 3],
  ],
  [
    ['⭐️⭐️⭐️', '⭐️⭐️', '⭐️'],
    [3, 2, 1],
  ],
  [
    ['★ ★ ★ Best', '★ ★ Fair', '★ Low'],
    [3, 2, 1],
  ],
  [
    ['xxx', 'xx', 'x'],
    [NONE, NONE, NONE],
  ],
  [
    ['None', '★', '★★'],
    [NONE, NONE, NONE],
  ],
  [
    ['+++', '++', '+'],
    [3, 2, 1],
  ],
  [
    ['Very good (***)', 'Good (**)', 'Poor (*)'],
    [3, 2, 1],
  ],
  [
    ['●●○', '●○○'],
    [2, 1],
  ],
  [
    ['■■■', '■'],
    [3, 1],
  ],
  [
    ['€€€', '€€', '€'],
    [3, 2, 1],
  ],
  [
    ['III', 'II', 'I'],
    [3, 2, 1],
  ],
  [
    ['|||', '||', '|'],
    [3, 2, 1],
  ],
  [
    ['--', '-', '0', '+', '++'],
    [-2, -1, 0, 1, 2],
  ],
  [
    ['---', '--', '-'],
    [-3, -2, -1],
  ],
  [
    ['−−', '−', '+', '++'],
    [-2, -1, 1, 2],
  ],
  [
    ['🔴', '🟡', '🟢'],
    [1, 2, 3],
  ],
  [
    ['✗', '✓', '✓✓'],
    [NONE, NONE, NONE],
  ],
  [
    ['👎', '👍', '👍👍'],
    [NONE, NONE, NONE],
  ],
  [
    ['A*', 'B*'],
    [1, 2],
  ],
  [
    ['No*', 'Yes*', 'Yes**'],
    [NONE, NONE, NONE],
  ],
  [
    ['No … yet', 'Yes !!'],
    [1, 2],
  ],
  [
    ['Not planned', 'Planned – and done'],
    [1, 2],
  ],
  [
    ['No -- never', 'Yes -- always'],
    [1, 2],
  ],
])('the responses %j have the numbers %j', (labels, numbers) => {
  expect(responseNumbers(labels, 1).numbers).toEqual(numbers)
})

const THREE = [
  '★︎★︎★︎ ★︎★︎ ★︎',
  '👍🏽👍🏿👍 👍🏽👍 👍🏻',
  '👩‍🚀👩‍🚀👩‍🚀 👩‍🚀👩‍🚀 👩‍🚀',
  '🇩🇪🇩🇪🇩🇪 🇩🇪🇩🇪 🇩🇪',
  '◼◼◼ ◼◼◻ ◼◻◻',
  '∗∗∗ ∗∗ ∗',
  '⋆⋆⋆ ⋆⋆ ⋆',
  '∎∎∎ ∎∎ ∎',
  '••• •• •',
  '••• ••○ •○○',
  '🔵🔵🔵 🔵🔵⚪ 🔵⚪⚪',
  '··· ·· ·',
  '... .. .',
  '### ## #',
  'Great!!! Good!! OK!',
  '=== == =',
  'ooo oo o',
  '★,★,★ ★,★ ★',
  '★/★/★ ★/★ ★',
  '★+★+★ ★+★ ★',
  '⚂ ⚁ ⚀',
  '🥉 🥈 🥇',
  '𝍴 𝍳 𝍲',
]

test.each(THREE)('the responses %s have the numbers 3, 2 and 1', (labels) => {
  expect(responseNumbers(labels.split(' '), 1).numbers).toEqual([3, 2, 1])
  expect(responseNumbers(labels.split(' ').toReversed(), 1).numbers).toEqual([1, 2, 3])
})

test.each([
  [['Plan + Do', 'Plan + Do + Check']],
  [['No.', 'Yes...']],
  [['No', 'Yes', 'Yes!']],
  [['🇩🇪', '🇫🇷']],
  [['A → B', 'A → B → C']],
])('the signs of a sentence, as in %j, count nothing', (labels) => {
  expect(responseNumbers(labels, 1)).toMatchObject({
    areOwn: false,
    numbers: labels.map((_, at) => at + 1),
  })
})

test('a number means the response with as many stars, or none', () => {
  const stars = ['★★★', '★★', '★']
  expect(responsesOfText('3', stars, 1)).toEqual([0])
  expect(responsesOfText('★★', stars, 1)).toEqual([1])
  expect(responsesOfText('2', ['None', '★', '★★'], 1)).toEqual([])
})
