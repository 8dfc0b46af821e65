import { expect, test } from 'vitest'
import { crashPostgres, stopPostgres } from './kill-postgres.ts'

const CRASHES = 100
const STOP_MS = 20_000

type Result = Awaited<ReturnType<typeof crashPostgres>>

function expectNothingLost(result: Result) {
  expect(result).toMatchObject({
    lost: 0,
    doubled: 0,
    untold: 0,
    gaps: 0,
    unanswered: 0,
    withoutRetryAfter: 0,
    isSameProcess: true,
  })
  expect(result.slowestMs).toBeLessThan(3000)
  expect(Math.max(...result.backMs)).toBeLessThan(2000)
}

test('PostgreSQL crashes while people save: 503 with Retry-After, then it goes on, and nothing that was saved is lost', async () => {
  const result = await crashPostgres({ crashes: CRASHES, people: 8 })
  console.info(`kill-postgres, ${CRASHES} crashes: ${JSON.stringify(result)}`)
  expectNothingLost(result)
}, 1_200_000)

test('PostgreSQL stops for a while: 503 with Retry-After, then it goes on, and nothing that was saved is lost', async () => {
  const result = await stopPostgres({ stopMs: STOP_MS, people: 8 })
  console.info(`kill-postgres, ${STOP_MS} ms stop: ${JSON.stringify(result)}`)
  expectNothingLost(result)
  expect(result.refused).toBeGreaterThan(0)
}, 120_000)
