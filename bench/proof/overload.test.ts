import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OverloadBench, openOverload } from '../parts/overload.ts'

let bench: OverloadBench
beforeAll(async () => {
  bench = await openOverload({ seconds: 10, log: console.log })
})
afterAll(() => bench.close())

test('at twice the capacity 90% of it is answered, p99 within a second, and it is normal within 5 s', async () => {
  const { answered, p99, refused, others, recovery } = await bench.overload(2)
  expect(answered).toBeGreaterThan(0.9)
  expect(p99).toBeLessThan(1000)
  expect(refused).toBeGreaterThan(0)
  expect(others).toBe('none')
  expect(recovery).toBeLessThanOrEqual(5)
})

test('one organisation at ten times its share at most doubles another’s p95, or leaves it at 100 ms', async () => {
  const { alone, beside } = await bench.fairness(5)
  expect(beside).toBeLessThanOrEqual(Math.max(100, 2 * alone))
})
