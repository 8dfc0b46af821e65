import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Answer, callApi } from './api-call.ts'
import { choices, saveOnce } from './saving.ts'
import { startStack } from './stack.ts'

const stack = await startStack({ people: 1, throughProxy: true })
const port = stack.ports[0] ?? 0
const [person] = stack.people
afterAll(() => stack.close())
// The host is cached and exactly one connection is idle.
beforeEach(async () => {
  stack.proxy.breakAll()
  await sleep(100)
  expect(await read()).toMatchObject({ status: 200 })
})

const read = () => callApi(port, { path: '/user', host: person.host, token: person.token })
const save = () => saveOnce(port, person, choices(person).change())
const health = () => callApi(port, { path: '/health' })

function expectRefused(answer: Answer | undefined, withinMs: number) {
  expect(answer).toMatchObject({ status: 503, retryAfter: '1' })
  expect(answer?.milliseconds).toBeLessThan(withinMs)
}

test('requests to a silent database get 503 after 2 s without a connection and 12 s with one', async () => {
  stack.proxy.faults.swallows = true
  const [withIdle, ...withNew] = await Promise.all([read(), read(), save(), read()])
  const alive = await health()
  stack.proxy.faults.swallows = false
  const times = [withIdle, ...withNew].map((answer) => Math.round(answer?.milliseconds ?? 0))
  console.info(`half-open: idle connection, then new ones: ${times.join(', ')} ms`)
  expectRefused(withIdle, 14_000)
  for (const answer of withNew) expectRefused(answer, 3500)
  expect(alive).toMatchObject({ status: 200 })
  expect(alive?.milliseconds).toBeLessThan(1000)
  expect(await read()).toMatchObject({ status: 200 })
}, 60_000)

test('a save on a locked table gets 503 after the lock timeout of 5 s', async () => {
  const other = new pg.Client(stack.database.url())
  await other.connect()
  await other.query('begin; lock table responses')
  const answer = await save()
  await other.query('rollback')
  await other.end()
  console.info(`locked table: ${Math.round(answer?.milliseconds ?? 0)} ms`)
  expectRefused(answer, 7000)
  expect(await save()).toMatchObject({ status: 200 })
}, 60_000)

test('requests beyond the pool of a slow database are served, or refused after 2 s', async () => {
  stack.proxy.faults.delayMs = 50
  const answers = await Promise.all(Array.from({ length: 100 }, read))
  const alive = await health()
  stack.proxy.faults.delayMs = 0
  const refused = answers.filter((answer) => answer?.status === 503)
  const served = answers.filter((answer) => answer?.status === 200)
  const slowest = Math.max(...answers.map((answer) => answer?.milliseconds ?? Infinity))
  console.info(
    `slow: ${served.length} served, ${refused.length} refused, ${Math.round(slowest)} ms`,
  )
  expect(refused.length + served.length).toBe(100)
  expect(served.length).toBeGreaterThan(0)
  for (const answer of refused) expectRefused(answer, 5000)
  expect(alive).toMatchObject({ status: 200 })
}, 60_000)
