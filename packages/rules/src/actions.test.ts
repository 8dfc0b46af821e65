import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { type ActionElement, formatGain, gainDigits, listActions } from './actions.ts'
import { overallScore, type ScoredAnswers, STATE } from './scores.ts'

function element(id: number, weight: number, efforts: number[][]): ActionElement {
  return {
    id,
    weight,
    statements: efforts.map((steps, index) => ({
      id: id * 10 + index,
      weight: 1,
      responses: [
        { id: 1, value: 1 },
        ...steps.map((effort, s) => ({ id: s + 2, value: s + 2, action: `to ${s + 2}`, effort })),
      ],
    })),
  }
}

const goal = (current: number, future: number) => ({ current, future, notApplicable: false })

test('an action is every statement with a gap, with the texts between current and future', () => {
  const answers = new Map([
    [10, goal(1, 3)],
    [11, goal(2, 2)],
    [12, { ...goal(1, 4), notApplicable: true }],
  ])
  const actions = listActions(
    [
      element(1, 1, [
        [1, 4, 5],
        [1, 1, 1],
        [1, 1, 1],
      ]),
    ],
    answers,
  )
  expect(actions).toMatchObject([
    {
      statementId: 10,
      gap: 2 / 3,
      effort: 5,
      steps: [{ action: 'to 2' }, { action: 'to 3' }],
    },
  ])
})

test('a statement without a current or a future answer has no action', () => {
  const answers = new Map([
    [10, { current: 1, future: null, notApplicable: false }],
    [11, { current: null, future: 3, notApplicable: false }],
  ])
  expect(listActions([element(1, 1, [[1], [1, 1]])], answers)).toEqual([])
})

test('the effort of an action is the sum of its steps, of which an unknown one counts as 3', () => {
  const [known] = element(1, 1, [[1, 4, 5]]).statements
  const responses = known?.responses.map((one) => (one.id === 3 ? { ...one, effort: null } : one))
  const statements = [{ id: 10, weight: 1, responses: responses ?? [] }]
  const answers = new Map([[10, goal(1, 4)]])
  expect(listActions([{ id: 1, weight: 1, statements }], answers)[0]?.effort).toBe(9)
})

test('actions are ordered by gain in the overall score, then lowest effort, then position', () => {
  const elements = [
    element(1, 1, [
      [1, 5, 1],
      [1, 2, 1],
      [1, 1, 1],
      [1, 2, 1],
    ]),
    element(2, 3, [[5, 5, 5]]),
    element(3, 1, [[1, 1, 1]]),
  ]
  const answers = new Map([
    [10, goal(1, 3)],
    [11, goal(1, 3)],
    [12, goal(1, 2)],
    [13, goal(1, 3)],
    [20, goal(1, 2)],
    [30, goal(1, 2)],
  ])
  const actions = listActions(elements, answers)
  // Statement 30 has half the gap of 10, but is alone in its element.
  expect(actions.map(({ statementId }) => statementId)).toEqual([20, 30, 11, 13, 10, 12])
  expect(actions.map(({ gain }) => formatGain(gain, 1))).toEqual([
    '20.0',
    '6.7',
    '3.3',
    '3.3',
    '3.3',
    '1.7',
  ])
})

test('of gains that are shown alike and have the same effort, the bigger one comes first', () => {
  const weights = [1, 1.001, 1000]
  const [one] = element(1, 1, [[1]]).statements
  const statements = weights.map((weight, id) => ({ responses: [], ...one, id, weight }))
  const answers = new Map(weights.map((_, id) => [id, goal(1, 2)]))
  const actions = listActions([{ id: 1, weight: 1, statements }], answers)
  expect(actions.map(({ statementId }) => statementId)).toEqual([2, 1, 0])
})

test('a gain too small to be shown comes before no gain, whatever the effort', () => {
  const statementOf = (id: number, weight: number, effort: number) => ({
    id,
    weight,
    responses: [1, 2].map((value) => ({ id: value, value, effort })),
  })
  const statements = [statementOf(1, 0, 1), statementOf(2, 0.001, 5), statementOf(3, 1000, 5)]
  const answers = new Map(statements.map(({ id }) => [id, goal(1, 2)]))
  const actions = listActions([{ id: 1, weight: 1, statements }], answers)
  expect(actions.map(({ statementId }) => statementId)).toEqual([3, 2, 1])
})

const aWeight = fc.constantFrom(0, 0.5, 1, 1, 2, 3)
const aSet = fc
  .array(
    fc.record({
      weight: aWeight,
      statements: fc.array(
        fc.record({
          weight: aWeight,
          isAnswered: fc.boolean(),
          current: fc.integer({ min: 1, max: 3 }),
          more: fc.integer({ min: 0, max: 3 }),
          effort: fc.integer({ min: 1, max: 5 }),
        }),
        { minLength: 1, maxLength: 8 },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((given) => {
    const answers = new Map<number, ReturnType<typeof goal>>()
    const elements = given.map(({ weight, statements }, e) => ({
      id: e,
      weight,
      statements: statements.map(({ weight, isAnswered, current, more, effort }, s) => {
        const id = e * 100 + s
        if (isAnswered) answers.set(id, goal(current, Math.min(4, current + more)))
        return {
          id,
          weight,
          responses: [1, 2, 3, 4].map((value) => ({ id: value, value, effort })),
        }
      }),
    }))
    return { elements, answers }
  })

test('a gain is what the overall score rises by if only this action is done', () => {
  fc.assert(
    fc.property(aSet, ({ elements, answers }) => {
      const before = overallScore(elements, answers, STATE.current)
      for (const { statementId, gain } of listActions(elements, answers)) {
        const future = answers.get(statementId)?.future ?? 0
        const done: ScoredAnswers = new Map([...answers, [statementId, goal(future, future)]])
        const after = overallScore(elements, done, STATE.current)
        expect((after ?? 0) - (before ?? 0)).toBeCloseTo(gain, 12)
      }
    }),
  )
})

test('gains as shown never rise, and efforts of equal gains never fall', () => {
  fc.assert(
    fc.property(aSet, ({ elements, answers }) => {
      const actions = listActions(elements, answers)
      const digits = gainDigits(actions)
      const rows = actions.map(({ gain, effort }) => ({ gain: formatGain(gain, digits), effort }))
      const size = (text: string) => (text.startsWith('<') ? 1e-6 : Number(text))
      for (const [index, row] of rows.slice(1).entries()) {
        const above = rows[index] ?? row
        expect(size(row.gain)).toBeLessThanOrEqual(size(above.gain))
        const least = row.gain === above.gain ? above.effort : 0
        expect(row.effort).toBeGreaterThanOrEqual(least)
      }
    }),
  )
})

test('small gains have more decimals, so that they differ', () => {
  expect([0.5, 0.021].map((gain) => formatGain(gain, gainDigits([{ gain }])))).toEqual([
    '50.0',
    '2.1',
  ])
  expect([0.0047, 0.00023].map((gain) => formatGain(gain, gainDigits([{ gain }])))).toEqual([
    '0.47',
    '0.023',
  ])
  expect([0.01, 0.00999, 0.001, 0.00099].map((gain) => gainDigits([{ gain }]))).toEqual([
    1, 2, 2, 3,
  ])
  // Stored slightly below itself.
  expect(formatGain(0.0245, 1)).toBe('2.5')
  expect([formatGain(0.0001, 1), formatGain(0, 1)]).toEqual(['<0.1', '0'])
})

const tied = [
  { id: 1, value: 0 },
  { id: 2, value: 0, action: 'to 2', effort: 5 },
  { id: 3, value: 1, action: 'to 3', effort: 1 },
  { id: 4, value: 1, action: 'to 4', effort: 2 },
  { id: 5, value: 1 },
  { id: 6, value: 2, action: 'to 6', effort: 3 },
  { id: 7, value: 2 },
]

test.each<[current: number, future: number, steps: string[]]>([
  [1, 2, []],
  [2, 1, []],
  [4, 3, []],
  [1, 3, ['to 3']],
  [2, 4, ['to 4']],
  [1, 5, ['to 3']],
  [4, 7, ['to 6']],
  [2, 6, ['to 3', 'to 6']],
  [3, 6, ['to 6']],
])('there is no action between equal values: from %i to %i', (current, future, steps) => {
  const elements = [{ id: 1, weight: 1, statements: [{ id: 9, weight: 1, responses: tied }] }]
  const actions = listActions(elements, new Map([[9, goal(current, future)]]))
  expect(actions.flatMap((each) => each.steps.map(({ action }) => action))).toEqual(steps)
})

test('of equal responses without a text, the one that is chosen is the step', () => {
  const responses = [...tied, { id: 8, value: 3 }, { id: 9, value: 3 }]
  const elements = [{ id: 1, weight: 1, statements: [{ id: 9, weight: 1, responses }] }]
  const [action] = listActions(elements, new Map([[9, goal(6, 9)]]))
  expect(action?.steps.map(({ id }) => id)).toEqual([9])
})

test('statements that count neither by themselves nor by their element have actions, after all that count', () => {
  const [one] = element(1, 1, [[1, 1, 1]]).statements
  const statements = one ? [{ ...one, id: 8, weight: 0 }, one] : []
  const answers = new Map([
    [8, goal(1, 4)],
    [9, goal(1, 4)],
    [10, goal(1, 2)],
    [7, goal(1, 4)],
  ])
  const alone = (id: number, weight: number) => (one ? [{ ...one, id, weight }] : [])
  const elements = [
    { id: 3, weight: 0, statements: alone(7, 1) },
    { id: 2, weight: 1, statements: alone(9, 0) },
    { id: 1, weight: 1, statements },
  ]
  const actions = listActions(elements, answers)
  expect(actions.map(({ statementId }) => statementId)).toEqual([10, 7, 9, 8])
  expect(actions.map(({ gain }) => gain > 0)).toEqual([true, false, false, false])
})
