import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { TEST_SECRET } from '#testing/names.ts'
import { rounds } from '#testing/rounds.ts'
import { waymark } from './waymark.ts'

const RELEASE = resolve(import.meta.dirname, '../testing/releases/0.2.0.tar.gz')
const SCRIPT = resolve(import.meta.dirname, '../../../../scripts/waymark.ts')
const ARGS = [RELEASE, '--mails', 'discard']
const folder = await mkdtemp(join(tmpdir(), 'waymark-killed-'))
const variables = { DATA_DIR: join(folder, 'restored'), WAYMARK_SECRET: TEST_SECRET }
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const { DATABASE_URL: _, ...env } = process.env

/** Starts a restore in a shell, as npm does. Returns the processes as soon as the database is ready. */
async function start() {
  const shell = spawn(
    'sh',
    ['-c', '"$@"; exit $?', 'sh', process.execPath, SCRIPT, 'restore', ...ARGS],
    {
      env: { ...env, ...variables, npm_lifecycle_event: 'restore' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const ended = Promise.all([once(shell, 'exit'), text(shell.stderr)])
  const find = async () => {
    const [lock, state] = await Promise.all(['postgres.lock', 'postgres/postmaster.pid'].map(read))
    const [restore = 0, server = 0] = [lock, state].map((text) => Number.parseInt(text ?? '', 10))
    const isReady = /^ready/m.test(state ?? '') && isRunning(restore) && isRunning(server)
    return { restore, server, isReady }
  }
  await expect
    .poll(async () => (await find()).isReady, { timeout: 80_000, interval: 10 })
    .toBe(true)
  return { ended, shell: Number(shell.pid), ...(await find()) }
}

const read = (file: string) => readFile(join(variables.DATA_DIR, file), 'utf8').catch(() => '')

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

const ENDS = [
  ['started by a shell that is killed', 'shell', 'SIGKILL'],
  ['stopped by a signal', 'restore', 'SIGTERM'],
  ['killed', 'restore', 'SIGKILL'],
] as const

test.each(ENDS.slice(0, rounds(1, ENDS.length)))(
  'a restore that is %s leaves nothing running',
  async (_name, which, signal) => {
    const processes = await start()
    process.kill(processes[which], signal)
    for (const pid of [processes.restore, processes.server])
      await expect.poll(() => isRunning(pid)).toBe(false)
  },
  120_000,
)

test.runIf(process.env.PROOF)(
  'a restore whose database is killed says so in a line',
  async () => {
    const { server, ended } = await start()
    process.kill(server, 'SIGKILL')
    const [[code], said] = await ended
    expect([code, said]).toEqual([1, expect.not.stringMatching(/^ +at /m)])
  },
  120_000,
)

// So the last one stopped too, instead of reaching its end.
test('a restore that was stopped can be repeated', async () => {
  expect(await waymark(['restore', ...ARGS], variables)).toMatch(/^Restored/)
}, 120_000)
