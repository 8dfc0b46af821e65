import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'

const folder = await mkdtemp(join(tmpdir(), 'waymark-start-'))
const file = join(folder, 'a-file')
await writeFile(file, '')
// An address for documentation (RFC 5737), which no machine has.
const ELSEWHERE = '192.0.2.1'

const other = createServer().listen(0, 'localhost')
await once(other, 'listening')
const taken = String((other.address() as AddressInfo).port)

afterAll(() => void other.close())
afterAll(() => rm(folder, { recursive: true }))

test.for<[what: string, variables: Record<string, string>, line: RegExp]>([
  [
    'a data folder that is a file',
    { DATA_DIR: file },
    /^Waymark can’t use the data folder .*a-file: /,
  ],
  [
    'an unreachable database',
    {
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: 'postgres://127.0.0.1:1/waymark',
      DATABASE_WAIT: '0',
    },
    /^Waymark can’t use the database: .*ECONNREFUSED.* Check DATABASE_URL\.$/,
  ],
  [
    'a port for metrics that another program uses',
    { DATA_DIR: join(folder, 'metrics'), METRICS_PORT: taken },
    new RegExp(`^Port ${taken} is already in use\\..* or start with METRICS_PORT=`),
  ],
  [
    'an address of another machine',
    { DATA_DIR: join(folder, 'own'), HOST: ELSEWHERE },
    /^Waymark can’t listen on 192\.0\.2\.1, port 0: .*EADDRNOTAVAIL.* Check HOST and PORT\.$/,
  ],
])('%s stops the start with one line', async ([, variables, line]) => {
  expect(await start(variables)).toEqual({ code: 1, lines: [expect.stringMatching(line)] })
})

async function start(variables: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/start.ts', '--api-only'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, PORT: '0', DEMO: 'false', LOG_LEVEL: 'fatal', ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code: code as number, lines: said.trim().split('\n') }
}
