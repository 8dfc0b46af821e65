import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { databaseOf } from 'api/db/driver'
import { aBandedSet, aCertification } from 'api/testing/certifying'
import { aContentSet, aUser } from 'api/testing/factories'
import { TEST_SECRET } from 'api/testing/names'
import { callApi } from './api-call.ts'
import { createApiNode } from './api-node.ts'
import { NOTHING_LOST, checkHistory } from './check-history.ts'
import { asOwner, readRows, startOwnDatabase } from './database.ts'
import { hasHaproxy, startCellProxy } from './haproxy.ts'
import { type Saved, startSaving } from './saving.ts'
import { type Person, aToken, addPeople } from './stack.ts'

const PEOPLE = 8
/** Milliseconds of load before and after the move. */
const LASTS = 3000
const ROOT = resolve(import.meta.dirname, '../..')

const isThere = hasHaproxy()
if (!isThere) console.warn('Skipped: install HAProxy to test the move between cells.')

const folder = await mkdtemp(join(tmpdir(), 'waymark-cells-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })]
afterAll(async () => {
  for (const close of closers) await close()
})

type Cell = Awaited<ReturnType<typeof startCell>>

/** An installation with its own database, files and node. */
async function startCell(name: string, PLATFORM_LABEL: string) {
  const database = await startOwnDatabase()
  closers.unshift(database.close)
  const env = { PLATFORM_LABEL, DATA_DIR: join(folder, name), TRUSTED_PROXIES: '127.0.0.1' }
  const node = await createApiNode(database.url(), env)
  closers.unshift(node.kill)
  await node.start()
  return { url: database.url(), port: node.port, env }
}

/** Runs a command of the handbook at this installation, as an operator does. */
async function waymark({ url, env }: Cell, ...args: string[]): Promise<string> {
  const variables = { ...env, DATABASE_URL: url, WAYMARK_SECRET: TEST_SECRET, NODE_ENV: 'test' }
  const command = [join(ROOT, 'scripts/waymark.ts'), 'tenant', ...args]
  const options = { cwd: ROOT, env: { PATH: process.env.PATH, ...variables } }
  return (await promisify(execFile)(process.execPath, command, options)).stdout
}

/** The address of a certificate of a new user. */
async function aCertificate({ url }: Cell, tenantId: number, host: string) {
  return await asOwner(url, async (owner) => {
    const db = databaseOf(owner)
    const tenant = { id: tenantId, host, domain: host.split('.')[0] ?? '' }
    const contentSetId = await aContentSet(db, { tenant, file: aBandedSet() })
    const user = await aUser(db, { tenant })
    const { code } = await aCertification(db, { user, contentSetId, year: 2024 })
    return `/verify/${code}`
  })
}

/** Milliseconds between two acknowledged answers in series, of all people together. */
function longestPause(saved: readonly Saved[]) {
  const times = saved.map(({ at }) => at).toSorted((a, b) => a - b)
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))
}

test.skipIf(!isThere)(
  'an organisation that moves between two installations under load loses no acknowledged answer',
  async () => {
    const [one, two] = [await startCell('one', 'admin'), await startCell('two', 'admin-two')]
    const proxy = await startCellProxy({ one: one.port, two: two.port })
    closers.unshift(proxy.close)
    const get = async (host: string, path: string, token?: string) => {
      const call = { host, path, ...(token !== undefined && { token }) }
      return (await callApi(proxy.port, call))?.status
    }
    const hosts = ['localhost', 'admin.localhost', 'admin-two.localhost', 'nowhere.localhost']
    const known = () => Promise.all(hosts.map((host) => get(host, '/tenant')))
    await expect.poll(known, { timeout: 30_000 }).toEqual([200, 200, 200, 404])

    const people = await addPeople(one.url, PEOPLE)
    const [{ host }] = people
    const label = host.split('.')[0] ?? ''
    const [tenant] = await readRows<{ id: number }>(
      one.url,
      'select id::float8 from tenants where domain = $1',
      [label],
    )
    const certificate = await aCertificate(one, tenant?.id ?? 0, host)
    expect(await get(host, certificate)).toBe(200)

    // Sessions don't move.
    const signIn = async (person: Person) => {
      person.token = await asOwner(two.url, async (owner) => {
        const { rows } = await owner.query<{ id: number; email: string }>(
          `select id::float8, email from users
           where id = (select user_id from assessments where id = $1)`,
          [person.assessmentId],
        )
        const [user] = rows
        if (!user) throw new Error('The user has not arrived.')
        return await aToken(databaseOf(owner), {
          ...user,
          roles: ['user'],
          tenantId: tenant?.id ?? 0,
          host,
        })
      })
    }
    const [archive, key] = [join(folder, 'moving.tar.gz'), join(folder, 'sign.key')]
    const [trust = ''] = /[^ \n]+(?=\n*$)/.exec(await waymark(one, 'new-key', key)) ?? []
    const saving = startSaving(people, [proxy.port], signIn)
    const reader = { ...people[0] }
    await sleep(LASTS)

    const started = performance.now()
    const reads: (number | undefined)[] = []
    const verified: (number | undefined)[] = []
    const isLed = new AbortController()
    const reading = (async () => {
      for (; !isLed.signal.aborted; await sleep(100)) {
        reads.push(await get(host, '/user', reader.token))
        // Fewer, because an address may verify 60 times in five minutes.
        if (reads.length % 10 === 1) verified.push(await get(host, certificate))
      }
    })()
    await waymark(one, 'export', label, '--out', archive, '--sign', key, '--move')
    const exported = performance.now()
    await waymark(two, 'import', archive, '--trust', trust, '--active', '--yes')
    const imported = performance.now()
    isLed.abort()
    await reading
    await proxy.lead(host, 'two')
    await saving.untilBack(imported)
    await sleep(LASTS)
    await saving.stop()

    const result = await checkHistory(two.url, saving.saved)
    const refusals = Object.groupBy(saving.attempts, ({ status, body }) =>
      status === 200 ? 'saved' : `${status} ${(JSON.parse(body) as { code: string }).code}`,
    )
    const figures = {
      ...result,
      answers: Object.fromEntries(
        Object.entries(refusals).map(([name, all = []]) => [name, all.length]),
      ),
      readsWhileMoving: reads.length,
      seconds: {
        export: seconds(exported - started),
        import: seconds(imported - exported),
        withoutSaving: seconds(longestPause(saving.saved)),
      },
    }
    console.info(`cells: ${JSON.stringify(figures)}`)
    expect(result).toMatchObject(NOTHING_LOST)
    expect(saving.saved.filter(({ at }) => at < started).length).toBeGreaterThan(PEOPLE)
    expect(saving.saved.filter(({ at }) => at > imported).length).toBeGreaterThan(PEOPLE)
    expect(Object.keys(refusals).toSorted()).toEqual(['401 signed-out', '503 moving', 'saved'])
    expect(refusals['503 moving']?.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
    expect(new Set(reads)).toEqual(new Set([200]))
    expect(new Set(verified)).toEqual(new Set([200]))
    // The address on a certificate leads to the cell that has it now.
    expect(await get(host, certificate)).toBe(200)

    await waymark(one, 'remove', label, '--yes')
    expect(await get(host, certificate)).toBe(200)
    // The map changes in the running HAProxy, back and forth.
    await proxy.lead(host, 'one')
    expect(await get(host, '/tenant')).toBe(403)
    await proxy.lead(host, 'two')
    expect(await get(host, '/tenant')).toBe(200)
  },
  300_000,
)

function seconds(milliseconds: number): number {
  return Number((milliseconds / 1000).toFixed(1))
}
