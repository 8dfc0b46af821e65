import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createApiNode } from './api-node.ts'
import { NOTHING_LOST, checkHistory } from './check-history.ts'
import { startOwnDatabase } from './database.ts'
import { startSaving } from './saving.ts'
import { startStack } from './stack.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

test('a node that gets SIGTERM finishes its saves and exits with 0 within 10 s', async () => {
  const stack = await startStack({ people: 4, nodes: 2, throughProxy: true })
  closers.push(stack.close)
  // With this delay each person has a save in progress when the signal arrives.
  stack.proxy.faults.delayMs = 100
  const saving = startSaving(stack.people, stack.ports)
  await sleep(1000)
  const started = performance.now()
  const code = await stack.nodes[0]?.stop()
  const drainMs = Math.round(performance.now() - started)
  await sleep(1000)
  await saving.stop()
  stack.proxy.faults.delayMs = 0
  const result = await checkHistory(stack.database.url(), saving.saved)
  console.info(`drain: ${drainMs} ms, ${JSON.stringify(result)}, unanswered ${saving.unanswered()}`)
  expect(result).toMatchObject(NOTHING_LOST)
  expect({ code, isInTime: drainMs < 10_000 }).toEqual({ code: 0, isInTime: true })
}, 60_000)

test('an idle keep-alive connection does not delay the exit', async () => {
  const stack = await startStack({ people: 1, throughProxy: true })
  closers.push(stack.close)
  const [person] = stack.people
  const [node] = stack.nodes
  stack.proxy.faults.delayMs = 200
  const browser = connect(stack.ports[0] ?? 0, '127.0.0.1')
  closers.push(async () => browser.destroy())
  let received = ''
  browser.on('data', (chunk) => (received += String(chunk)))
  browser.write(
    `GET /api/user HTTP/1.1\r\nHost: ${person.host}\r\nAuthorization: Bearer ${person.token}\r\n\r\n`,
  )
  await sleep(100)
  const started = performance.now()
  const code = await node?.stop()
  const drainMs = Math.round(performance.now() - started)
  console.info(`drain with a kept connection: ${drainMs} ms`)
  expect(received).toMatch(/^HTTP\/1\.1 200/)
  expect({ code, isInTime: drainMs < 10_000 }).toEqual({ code: 0, isInTime: true })
}, 60_000)

test('two nodes that migrate an empty database at the same time both start', async () => {
  const database = await startOwnDatabase()
  closers.push(database.close)
  const nodes = await Promise.all([createApiNode(database.url()), createApiNode(database.url())])
  closers.push(() => Promise.all(nodes.map((node) => node.kill())))
  await Promise.all(nodes.map((node) => node.start()))
  expect(nodes.map((node) => node.pid())).toEqual([expect.any(Number), expect.any(Number)])
}, 60_000)
