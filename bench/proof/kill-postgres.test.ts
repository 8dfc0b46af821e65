import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { NOTHING_LOST, checkHistory } from './check-history.ts'
import { type Saving, startSaving } from './saving.ts'
import { type Stack, startStack } from './stack.ts'

const CRASHES = 100
const STOP_MS = 20_000

test('saves during crashes of PostgreSQL get 503 with Retry-After, and no saved answer is lost', async () => {
  const stack = await startStack({ people: 8 })
  await saveDuring(stack, async (saving) => {
    const moments: number[] = []
    while (moments.length < CRASHES) {
      await sleep(300 + Math.random() * 700)
      const moment = await stack.database.crash()
      moments.push(moment)
      await saving.untilBack(moment)
    }
    return moments
  })
}, 1_200_000)

test('saves while PostgreSQL is stopped get 503 with Retry-After, and no saved answer is lost', async () => {
  const stack = await startStack({ people: 8, throughProxy: true })
  const { database, proxy } = stack
  const refused = await saveDuring(stack, async (saving) => {
    await sleep(500)
    await proxy.close()
    await database.stop()
    await sleep(STOP_MS)
    await database.start()
    await proxy.open(database.port())
    const moment = performance.now()
    await saving.untilBack(moment)
    return [moment]
  })
  expect(refused).toBeGreaterThan(0)
}, 120_000)

/** `fail` returns the moments at which the database accepted connections again. */
async function saveDuring(stack: Stack, fail: (saving: Saving) => Promise<number[]>) {
  const [node] = stack.nodes
  const pid = node?.pid()
  try {
    const saving = startSaving(stack.people, stack.ports)
    const moments = await fail(saving)
    await saving.stop()
    const { attempts } = saving
    const refused = attempts.filter(({ status }) => status === 503)
    const result = {
      ...(await checkHistory(stack.database.url(), saving.saved)),
      withoutRetryAfter: refused.filter(({ retryAfter }) => retryAfter === undefined).length,
      unanswered: saving.unanswered(),
      isSameProcess: pid !== undefined && node?.pid() === pid,
    }
    const slowestMs = Math.max(...attempts.map(({ milliseconds }) => milliseconds))
    const backMs = Math.max(...moments.map((moment) => saving.backAfter(moment).first))
    console.info(`kill-postgres: ${JSON.stringify({ ...result, slowestMs, backMs })}`)
    expect(result).toMatchObject({
      ...NOTHING_LOST,
      withoutRetryAfter: 0,
      unanswered: 0,
      isSameProcess: true,
    })
    expect(slowestMs).toBeLessThan(3000)
    expect(backMs).toBeLessThan(2000)
    return refused.length
  } finally {
    await stack.close()
  }
}
