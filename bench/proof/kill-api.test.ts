import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { NOTHING_LOST, checkHistory } from './check-history.ts'
import { startSaving } from './saving.ts'
import { startStack } from './stack.ts'

const KILLS = 500
/** The longest time between the start and the next kill of a node. */
const PAUSE_MS = 500

const stack = await startStack({ people: 8, nodes: 2 })
afterAll(() => stack.close())

test('killed nodes lose no acknowledged save, and the other node continues to serve', async () => {
  const { nodes } = stack
  const saving = startSaving(stack.people, stack.ports)
  const kills: number[] = []
  while (kills.length < KILLS) {
    const node = nodes[kills.length % nodes.length]
    await sleep(Math.random() * PAUSE_MS)
    kills.push(performance.now())
    await node?.kill()
    await node?.start()
  }
  await Promise.all(nodes.map((node) => node.kill()))
  const bothKilled = performance.now()
  await nodes[0]?.start()
  await saving.untilBack(bothKilled)
  await saving.stop()
  const result = await checkHistory(stack.database.url(), saving.saved)
  const otherServesMs = Math.max(...kills.map((moment) => saving.backAfter(moment).first))
  const singleBackMs = saving.backAfter(bothKilled).first
  console.info(`kill-api: ${JSON.stringify({ ...result, otherServesMs, singleBackMs })}`)
  expect(result).toMatchObject(NOTHING_LOST)
  expect(result.acknowledged).toBeGreaterThan(KILLS)
  expect(otherServesMs).toBeLessThan(1000)
  expect(singleBackMs).toBeLessThan(5000)
}, 3_600_000)
