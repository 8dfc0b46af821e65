import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { type Answer, callApi } from './api-call.ts'
import type { ApiNode } from './api-node.ts'
import type { Step } from './certifying.ts'

/** `KILL_SEED=…` kills after the same times again. */
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)

/** At the same time. */
const CALLERS = 3

type Wish = {
  kills: number
  /** A node is killed so long after its first answer, at most. */
  withinMs: number
  /** While the node is dead, so that what stands is all that there is: whose steps somebody was told of. */
  look: (told: ReadonlySet<number>) => Promise<void>
}

/**
 * Makes one step after the other while the node is killed at random moments. Whatever got no answer is called once
 * more after the restart, as people do.
 */
export async function killDuring(
  node: ApiNode,
  steps: readonly Step[],
  { kills, withinMs, look }: Wish,
) {
  const waiting = [...steps]
  const told = new Set<number>()
  const repeats: Answer[] = []
  const moment = fc.noBias(fc.integer({ min: 0, max: withinMs }))
  const moments = fc.sample(moment, { numRuns: kills, seed: SEED })
  for (const after of moments) {
    const cut: Step[] = []
    const first = Promise.withResolvers<void>()
    const callers = Array.from({ length: CALLERS }, () => callOn(cut, first.resolve))
    // The first calls after a start wait for much that is read once.
    await first.promise
    await sleep(after)
    await node.kill()
    await Promise.all(callers)
    await look(told)
    await node.start()
    for (const { assessment, call } of cut) {
      const answer = await callApi(node.port, call)
      if (!answer) throw new Error('A node that runs does not answer.')
      told.add(assessment)
      repeats.push(answer)
    }
  }
  await look(told)
  const account = `KILL_SEED=${SEED}, after ${moments.join(', ')} ms; ${told.size} made, ${repeats.length} of them cut`
  return { repeats, account }

  async function callOn(cut: Step[], onAnswer: () => void) {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const answer = await callApi(node.port, step.call)
      onAnswer()
      if (!answer) {
        cut.push(step)
        break
      }
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
      told.add(step.assessment)
    }
    onAnswer()
  }
}
