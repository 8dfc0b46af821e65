import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ApiNode, createApiNode } from './api-node.ts'
import { NOTHING_LOST, checkHistory } from './check-history.ts'
import { hasHaproxy, startHaproxy } from './haproxy.ts'
import { startReplicated } from './replicated-database.ts'
import { startSaving } from './saving.ts'
import { addPeople } from './stack.ts'

const FAILOVERS = 3
const BACK_MS = 10_000

const isThere = hasHaproxy()
if (!isThere) console.warn('Skipped: install HAProxy to test the failover to a replica.')

test.skipIf(!isThere)(
  'when the primary is killed and its replica promoted, no acknowledged answer is lost, and both nodes save again within 10 s',
  async () => {
    const closers: (() => Promise<unknown>)[] = []
    try {
      const database = await startReplicated()
      closers.unshift(database.close)
      const people = await addPeople(database.url(), 8)
      const haproxy = await startHaproxy(database.urls)
      closers.unshift(haproxy.close)
      const nodes: ApiNode[] = [await createApiNode(haproxy.url), await createApiNode(haproxy.url)]
      closers.unshift(() => Promise.all(nodes.map((node) => node.kill())))
      await Promise.all(nodes.map((node) => node.start()))
      const pids = nodes.map((node) => node.pid())

      // Half of the people through each node.
      const savings = nodes.map(({ port }, index) =>
        startSaving(
          people.filter((_, turn) => turn % 2 === index),
          [port],
        ),
      )
      // From the kill until the first and until every user has saved at the new primary.
      const back: { first: number; last: number }[] = []
      while (back.length < FAILOVERS) {
        await database.replicate()
        await sleep(1000 + Math.random() * 1000)
        const { killed, promoted } = await database.failOver()
        await Promise.all(savings.map((saving) => saving.untilBack(promoted)))
        const times = savings.map((saving) => saving.backAfter(promoted))
        back.push({
          first: promoted - killed + Math.min(...times.map(({ first }) => first)),
          last: promoted - killed + Math.max(...times.map(({ last }) => last)),
        })
      }
      for (const saving of savings) await saving.stop()

      const saved = savings.flatMap((saving) => saving.saved)
      const result = await checkHistory(database.url(), saved)
      console.info(`failover: ${JSON.stringify({ ...result, back })}`)
      expect(result).toMatchObject(NOTHING_LOST)
      expect(nodes.map((node) => node.pid())).toEqual(pids)
      expect(Math.max(...back.map(({ last }) => last))).toBeLessThan(BACK_MS)
    } finally {
      for (const close of closers) await close()
    }
  },
  600_000,
)
