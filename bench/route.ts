import type { RouteElement } from 'rules/quickest-route'
import { quickestRoute } from 'rules/quickest-route'
import { verdictOf } from 'rules/next-band'
import { type ScoredAnswer, STATE } from 'rules/scores'
import { judge, type Scheme } from 'rules/verdict'
import { machine } from './parts/cpu.ts'

// `node bench/route.ts`: what the rules take to judge an assessment and to plan the route to its next band.
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 25)
const WARM_UP = 5
/** Milliseconds of CPU. */
const MOST = 20
const LEVELS = ['L1', 'L2', 'L3']
/** Elements, statements of each, responses of each. The last three have as many responses as a file may have. */
const SIZES = [
  [40, 50, 4],
  [1, 2000, 4],
  [745, 2, 4],
  [2000, 1, 25],
  [2000, 5, 5],
  [1, 10_000, 5],
] as const
const SCHEMES: Record<string, Scheme> = {
  scores: { bands: [band('Silver', { minOverall: 50, minElement: 33 })] },
  staged: {
    levels: LEVELS,
    bands: LEVELS.map((of) => band(of, { minStatement: 66, of })),
  },
  'knock-outs': {
    bands: [band('Passed', { minOverall: 60, minStatement: 66, of: 'key' })],
  },
  domains: {
    levels: LEVELS,
    elementBands: [
      { label: 'First', minOverall: 40 },
      { label: 'Second', minOverall: 60, minStatement: 33, of: 'L1' },
    ],
    bands: [band('Ready', { minOverall: 50, minElementBand: 'First' })],
  },
}

console.log(`Verdict and route, CPU, mean of ${ROUNDS} rounds; ${machine()}`)
for (const [elements, statements, responses] of SIZES) {
  console.log(`\n${elements} × ${statements} statements of ${responses} responses`)
  const set = setOf(elements, statements, responses)
  for (const [name, scheme] of Object.entries(SCHEMES)) measure(name, scheme, set)
}

function band(label: string, asked: Partial<Scheme['bands'][number]>) {
  return { label, minOverall: 0, minElement: 0, ...asked }
}

function measure(name: string, scheme: Scheme, { elements, answers }: ReturnType<typeof setOf>) {
  const levels = LEVELS.map((key) => ({ key, label: key }))
  const verdict = cpuOf(() => verdictOf(judge(elements, answers, STATE.current), scheme, levels))
  const route = cpuOf(() => quickestRoute(elements, answers, scheme))
  const found = quickestRoute(elements, answers, scheme)
  console.log(
    `  ${name.padEnd(10)}  verdict ${verdict.toFixed(1)} ms, route ${route.toFixed(1)} ms` +
      ` (${(route / MOST).toFixed(2)} of ${MOST} ms): ${found.actions?.length ?? 'no'} actions`,
  )
}

/** Of each round in milliseconds, once the code is compiled. Some systems count CPU in steps of several milliseconds. */
function cpuOf(work: () => unknown) {
  for (let round = 0; round < WARM_UP; round += 1) work()
  const before = process.threadCpuUsage()
  for (let round = 0; round < ROUNDS; round += 1) work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000 / ROUNDS
}

/** Uneven weights and efforts, half of the statements at the lowest response and half at the second. */
function setOf(elementCount: number, statementCount: number, responseCount: number) {
  const answers = new Map<number, ScoredAnswer>()
  const elements = Array.from({ length: elementCount }, (_, e): RouteElement => {
    const statements = Array.from({ length: statementCount }, (_, s) => {
      const id = e * statementCount + s + 1
      const first = id * responseCount
      const goal = responseCount - 1 - (s % 2)
      answers.set(id, {
        current: first + ((e + s) % 2),
        future: first + goal,
        notApplicable: false,
      })
      return {
        id,
        weight: 1 + ((e * 31 + s * 17) % 97) / 50,
        is_key: s % 5 === 0,
        level_key: LEVELS[(e + s) % LEVELS.length],
        responses: Array.from({ length: responseCount }, (_, r) => ({
          id: first + r,
          value: r + 1,
          effort: 1 + ((e + s * 3 + r) % 5),
        })),
      }
    })
    return { id: e + 1, weight: 1 + (e % 7) / 3, statements }
  })
  return { elements, answers }
}
