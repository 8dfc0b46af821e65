import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { makeApiNode } from './api-node.ts'
import { checkHistory } from './check-history.ts'
import { startOwnDatabase } from './own-database.ts'
import { startSaving } from './saving.ts'
import { startWorld } from './world.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

test('SIGTERM lets saves under way finish and ends the process in order within 10 s, while another node serves on', async () => {
  const world = await startWorld({ people: 4, nodes: 2, throughProxy: true })
  closers.push(world.close)
  // Slow enough that the signal meets every person's save on its way.
  world.proxy.faults.delayMs = 100
  const saving = startSaving(world.people, world.ports)
  await sleep(1000)
  const started = performance.now()
  const code = await world.nodes[0]?.stop()
  const drainMs = Math.round(performance.now() - started)
  await sleep(1000)
  await saving.stop()
  world.proxy.faults.delayMs = 0
  const result = await checkHistory(world.database.url(), saving.saved)
  console.info(`drain: ${drainMs} ms, ${JSON.stringify(result)}, unanswered ${saving.unanswered()}`)
  expect(result).toMatchObject({ lost: 0, doubled: 0, untold: 0, gaps: 0 })
  expect({ code, isInTime: drainMs < 10_000 }).toEqual({ code: 0, isInTime: true })
}, 60_000)

test('a browser that keeps its connection does not hold up the end', async () => {
  const world = await startWorld({ people: 1, throughProxy: true })
  closers.push(world.close)
  const [node] = world.nodes
  const [person] = world.people
  if (!node || !person) throw new Error('There is one of each.')
  world.proxy.faults.delayMs = 200
  const browser = connect(node.port, '127.0.0.1')
  closers.push(async () => browser.destroy())
  let received = ''
  browser.on('data', (chunk) => (received += String(chunk)))
  browser.write(
    `GET /api/user HTTP/1.1\r\nHost: ${person.host}\r\nAuthorization: Bearer ${person.token}\r\n\r\n`,
  )
  await sleep(100)
  const started = performance.now()
  const code = await node.stop()
  const drainMs = Math.round(performance.now() - started)
  console.info(`drain with a kept connection: ${drainMs} ms`)
  expect(received).toMatch(/^HTTP\/1\.1 200/)
  expect({ code, isInTime: drainMs < 10_000 }).toEqual({ code: 0, isInTime: true })
}, 60_000)

test('two nodes that migrate an empty database at once both start', async () => {
  const database = await startOwnDatabase()
  closers.push(database.close)
  const nodes = await Promise.all([makeApiNode(database.url()), makeApiNode(database.url())])
  closers.push(() => Promise.all(nodes.map((node) => node.kill())))
  await Promise.all(nodes.map((node) => node.start()))
  expect(nodes.map((node) => node.pid())).toEqual([expect.any(Number), expect.any(Number)])
}, 60_000)
