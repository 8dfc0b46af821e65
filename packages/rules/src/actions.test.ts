import { expect, test } from 'vitest'
import { type ActionElement, listActions } from './actions.ts'

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
      effort: 4,
      totalEffort: 5,
      steps: [{ action: 'to 2' }, { action: 'to 3' }],
    },
  ])
})

test('actions are ordered by gap × weight, then lowest effort, then position', () => {
  const elements = [
    element(1, 1, [
      [1, 5, 1],
      [1, 2, 1],
      [1, 1, 1],
      [1, 2, 1],
    ]),
    element(2, 3, [[5, 5, 5]]),
  ]
  const answers = new Map([
    [10, goal(1, 3)],
    [11, goal(1, 3)],
    [12, goal(1, 2)],
    [13, goal(1, 3)],
    [20, goal(1, 2)],
  ])
  expect(listActions(elements, answers).map(({ statementId }) => statementId)).toEqual([
    20, 11, 13, 10, 12,
  ])
})
