import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { readSecret } from '../apps/api/src/core/secret.ts'
import { waitForDatabase } from '../apps/api/src/db/wait-for-database.ts'
import type { Env } from '../apps/api/src/core/env.ts'
import type { Metrics } from '../apps/api/src/features/insight/system/metrics.ts'
import { listenForMetrics } from '../apps/api/src/features/insight/system/serve-metrics.ts'
import { readEnv } from '../apps/api/src/read-env.ts'
import { isPlain } from './run-command.ts'
import { explained } from './start-failure.ts'

const folder = await mkdtemp(join(tmpdir(), 'waymark-start-'))
// An address for documentation (RFC 5737), which no machine has.
const ELSEWHERE = '192.0.2.1'

const other = createServer().listen(0, 'localhost')
await once(other, 'listening')
const { port: taken } = other.address() as AddressInfo

afterAll(() => void other.close())
afterAll(() => rm(folder, { recursive: true }))

test('a start names mistyped settings and a weak secret; when it fails at its last step it says so in one line and ends', async () => {
  const child = spawn(process.execPath, ['scripts/start.ts', '--api-only'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'own'),
      HOST: ELSEWHERE,
      PORT: '0',
      DEMO: 'false',
      LOG_LEVEL: 'warn',
      BACKUP_SCHEDUL: '0 2 * * *',
      WAYMARK_SECRET_NEXT: 'x'.repeat(32),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  const [mistyped, weak, ...last] = said.split(/^/m)
  expect(mistyped).toContain('BACKUP_SCHEDUL is not a setting. Did you mean BACKUP_SCHEDULE?')
  expect(weak).toContain('WAYMARK_SECRET_NEXT has fewer than 12 different characters')
  expect(last.join('')).toMatch(
    /^Waymark can’t listen on 192\.0\.2\.1, port 0: .*EADDRNOTAVAIL.* Check HOST and PORT\.\n$/,
  )
  expect(code).toBe(1)
})

// It is read by a collector only.
const metrics = { read: () => expect.unreachable() } as unknown as Metrics

const listen = async (port: number) => {
  await once(createServer().listen(port, 'localhost'), 'listening')
}

test.each<[what: string, env: Partial<Env>, fails: () => Promise<unknown>, line: RegExp]>([
  [
    'a port that another program uses',
    { PORT: taken, METRICS_PORT: taken + 1 },
    () => listen(taken),
    new RegExp(`^Port ${taken} is already in use\\..* or start with PORT=${taken + 1}\\.$`),
  ],
  [
    'a port for metrics that another program uses',
    { METRICS_PORT: taken },
    () => listenForMetrics(readEnv({ METRICS_PORT: String(taken) }), metrics, []),
    new RegExp(`^Port ${taken} is already in use\\..* or start with METRICS_PORT=`),
  ],
  [
    'an unreachable database',
    { DATABASE_URL: 'postgres://127.0.0.1:1/waymark' },
    () => waitForDatabase('postgres://127.0.0.1:1/waymark', { seconds: 0, say() {} }),
    /^Waymark can’t use the database: .*ECONNREFUSED.* Check DATABASE_URL\.$/,
  ],
  [
    'a data folder that is a file',
    {},
    async () => {
      const file = join(folder, 'a-file')
      await writeFile(file, '')
      await readSecret({ DATA_DIR: file, WAYMARK_SECRET: undefined })
    },
    /^Waymark can’t use the data folder .*a-file: [^\n]*$/,
  ],
])('%s is explained in one line', async (_, changes, fails, line) => {
  const failure = await fails().catch((reason: unknown) => reason)
  const error = explained(failure, { ...readEnv({}), ...changes })
  expect(isPlain(error) && error.message).toMatch(line)
})
