import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startS3Server } from 'api/testing/s3-server'
import type { Call } from './api-call.ts'
import { readRows } from './database.ts'
import { askProxy } from './proxy-call.ts'
import { choices } from './saving.ts'
import { type Person, startStack } from './stack.ts'
import { startTcpProxy } from './tcp-proxy.ts'
import { type ProxyName, hasWebProxy, startWebProxy } from './web-proxy.ts'

/** Milliseconds. */
const LASTS = 6000
const PAUSE = 20
/** Caddy doesn't repeat a save that a node had received. */
const LEAST = { nginx: 1, caddy: 0.95 }
const FILE = Buffer.from('Agreed in May.')

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

type Figures = Record<string, number>

/** Two nodes with a bucket behind the shipped file of a proxy. */
async function startSite(name: ProxyName) {
  const s3 = await startS3Server()
  closers.push(s3.close)
  const bucketPort = Number(new URL(s3.env.S3_ENDPOINT).port)
  const bucket = await startTcpProxy(bucketPort, false)
  closers.push(() => bucket.close().catch(() => {}))
  const stack = await startStack({
    people: 10,
    nodes: 2,
    throughProxy: true,
    env: {
      ...s3.env,
      S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
      TRUSTED_PROXIES: '127.0.0.1',
      PUBLIC_URL: 'https://localhost',
    },
  })
  closers.push(stack.close)
  const proxy = await startWebProxy(name, stack.ports)
  closers.push(proxy.close)
  return { stack, bucket, bucketPort, port: proxy.port }
}

/** Repeats these calls, one after the other, while `work` runs, and counts the answers. */
async function whileCalling(
  port: number,
  callers: readonly (() => Call)[],
  work: Promise<unknown>,
) {
  const figures: Figures = {}
  const over = new AbortController()
  const calling = callers.map(async (next) => {
    while (!over.signal.aborted) {
      const answer = await askProxy(port, next())
      figures[answer] = (figures[answer] ?? 0) + 1
      await sleep(PAUSE)
    }
  })
  await work.finally(() => over.abort())
  await Promise.all(calling)
  return figures
}

/** Reads and saves, which a proxy may repeat. */
function usual(person: Person): () => Call {
  const { token, assessmentId } = person
  const host = person.host.split(':')[0] ?? ''
  const next = choices(person)
  let turn = 0
  return () => {
    turn += 1
    if (turn % 2 === 0) return { host, token, path: '/user' }
    const body = { ...next.change(), version: 0 }
    const path = `/assessments/${assessmentId}/responses`
    return { host, token, method: 'PUT', path, body }
  }
}

/** Starts the same upload again and again, which a proxy may not repeat. */
function starting({ host, token, assessmentId, statements }: Person): () => Call {
  const path = `/assessments/${assessmentId}/attachments`
  const statement_id = statements[0]?.id ?? 0
  const body = { key: randomUUID(), statement_id, name: 'minutes.txt', size: FILE.length }
  return () => ({ host: host.split(':')[0] ?? '', token, method: 'POST', path, body })
}

/** The part of answers that others got as usual. A conflict is one: the version isn't followed here. */
const goodPart = (figures: Figures) => {
  const all = Object.values(figures).reduce((sum, count) => sum + count, 0)
  return ((figures[200] ?? 0) + (figures['409 conflict'] ?? 0)) / all
}
const bare = (figures: Figures) =>
  Object.entries(figures)
    .filter(([answer]) => answer.endsWith('bare') || answer === 'none')
    .reduce((sum, [, count]) => sum + count, 0)

for (const name of ['nginx', 'caddy'] as const) {
  test.skipIf(!hasWebProxy(name))(
    `behind ${name}, a part that fails or a user who asks for too much leaves both nodes to everyone else`,
    async () => {
      const { stack, bucket, bucketPort, port } = await startSite(name)
      const [greedy, ...others] = stack.people
      const host = greedy.host.split(':')[0] ?? ''
      const { token } = greedy
      const print = (what: string, figures: Figures) =>
        console.info(
          `${name}, ${what}: ${(100 * goodPart(figures)).toFixed(1)}% as usual, ${JSON.stringify(figures)}`,
        )
      const measure = async (what: string, calls: readonly (() => Call)[]) => {
        const lasting = sleep(LASTS)
        const [own, rest] = await Promise.all([
          whileCalling(port, calls, lasting),
          whileCalling(port, others.map(usual), lasting),
        ])
        print(`${what}, others`, rest)
        print(`${what}, the user`, own)
        return { own, rest }
      }

      const started = await askProxy(port, starting(greedy)())
      expect(started).toBe('200')
      const [file] = await readRows<{ id: number }>(
        stack.database.url(),
        'select max(id)::float8 as id from attachments',
      )
      const piece = { path: `/attachments/${file?.id}/pieces?offset=0`, body: FILE }
      await bucket.close()
      const away = await measure('the bucket away', [
        () => ({ host, token, method: 'PUT', ...piece }),
      ])
      await bucket.open(bucketPort)
      expect(away.own['503 unavailable']).toBeGreaterThan(0)
      expect([goodPart(away.rest), bare(away.rest), bare(away.own)]).toEqual([1, 0, 0])

      const busy = await measure(
        'a user with 30 PDFs at a time',
        Array.from({ length: 30 }, () => () => ({
          host,
          token,
          path: '/questions/pdf?year=2026&type=self_assessment',
        })),
      )
      expect(busy.own['503 busy']).toBeGreaterThan(0)
      expect([bare(busy.rest), bare(busy.own)]).toEqual([0, 0])

      await readRows(
        stack.database.url(),
        `update users set roles = '{admin}' where id = (select max(user_id) from sessions s
           where user_id in (select user_id from assessments where id = ${greedy.assessmentId})) returning id`,
      )
      const body = { name: ' '.repeat(1024 * 1024) }
      const long = await measure(
        'a user with 10 long bodies at a time',
        Array.from({ length: 10 }, () => (): Call => ({
          host,
          token,
          method: 'POST',
          path: '/content-imports',
          body,
        })),
      )
      expect(long.own['503 busy']).toBeGreaterThan(0)
      expect([goodPart(long.rest), bare(long.rest), bare(long.own)]).toEqual([1, 0, 0])

      stack.proxy.breakAll()
      await stack.proxy.close()
      const lasting = sleep(LASTS)
      const [without, ready] = await Promise.all([
        whileCalling(port, others.map(usual), lasting),
        whileCalling(port, [() => ({ path: '/ready' })], lasting),
      ])
      print('the database away', without)
      print('the database away, /api/ready', ready)
      await stack.proxy.open(stack.database.port())
      expect([bare(without), bare(ready), Object.keys(ready)]).toEqual([0, 0, ['200']])
    },
    300_000,
  )

  test.skipIf(!hasWebProxy(name))(
    `behind ${name}, a node that stops or dies is left to itself`,
    async () => {
      const { stack, port } = await startSite(name)
      const [first] = stack.nodes
      const restart = async (end: 'stop' | 'kill') => {
        await sleep(1000)
        await first?.[end]()
        await sleep(1000)
        await first?.start()
        await sleep(2000)
      }
      for (const end of ['stop', 'kill'] as const) {
        const restarting = restart(end)
        const [usually, posts] = await Promise.all([
          whileCalling(port, stack.people.map(usual), restarting),
          whileCalling(port, stack.people.map(starting), restarting),
        ])
        const what = end === 'stop' ? 'a node restarts' : 'a node is killed'
        for (const [kind, figures] of [
          ['reads and saves', usually],
          ['posts', posts],
        ] as const)
          console.info(
            `${name}, ${what}, ${kind}: ${(100 * goodPart(figures)).toFixed(2)}% as usual, ${JSON.stringify(figures)}`,
          )
        expect(goodPart(usually)).toBeGreaterThanOrEqual(LEAST[name])
      }
    },
    300_000,
  )
}
