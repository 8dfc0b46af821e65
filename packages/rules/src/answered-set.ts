import type { RouteElement } from './quickest-route.ts'
import type { ScoredAnswer } from './scores.ts'

type Given = {
  current: number
  future?: number
  weight?: number
  effort?: number
  level?: string
  isKey?: boolean
  isNotApplicable?: boolean
}
export type GivenElement = { weight?: number; statements: Given[] }

/** A small answered set for tests: elements from 1, statements `10 * element + place` (or another number than 10), responses of the values 1 to 4. */
export function answeredSet(
  given: GivenElement[],
  scoring?: RouteElement['statements'][number]['scoring'],
  most = 10,
) {
  const answers = new Map<number, ScoredAnswer>()
  const elements = given.map(({ weight = 1, statements }, e): RouteElement => {
    return {
      id: e + 1,
      weight,
      statements: statements.map((one, s) => {
        const id = (e + 1) * most + s
        const { current, future = 4, isNotApplicable: notApplicable = false } = one
        answers.set(id, { current, future: Math.max(current, future), notApplicable })
        return {
          id,
          weight: one.weight ?? 1,
          scoring,
          is_key: one.isKey === true,
          level_key: one.level ?? null,
          responses: [1, 2, 3, 4].map((value) => ({ id: value, value, effort: one.effort ?? 1 })),
        }
      }),
    }
  })
  return { elements, answers }
}
