import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { TEST_SECRET } from '#testing/names.ts'
import { restoreCommand } from './restore-command.ts'

const RELEASE = resolve(import.meta.dirname, '../testing/releases/0.2.0.tar.gz')
const SCRIPT = resolve(import.meta.dirname, '../../../../scripts/restore.ts')
const ARGS = [RELEASE, '--mails', 'discard']
const folder = await mkdtemp(join(tmpdir(), 'waymark-killed-'))
const variables = { DATA_DIR: join(folder, 'restored'), WAYMARK_SECRET: TEST_SECRET }
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const { DATABASE_URL: _, ...env } = process.env

/** Starts a restore in a shell, as npm does. Returns the processes as soon as the database runs. */
async function start() {
  const shell = spawn('sh', ['-c', '"$@"; exit $?', 'sh', process.execPath, SCRIPT, ...ARGS], {
    env: { ...env, ...variables, npm_lifecycle_event: 'restore' },
    stdio: 'ignore',
  })
  const find = async () => {
    const [restore, server] = [await pidIn('postgres.lock'), await pidIn('postgres/postmaster.pid')]
    return { restore, server, isReady: isRunning(restore) && isRunning(server) }
  }
  await expect
    .poll(async () => (await find()).isReady, { timeout: 80_000, interval: 20 })
    .toBe(true)
  return { shell: Number(shell.pid), ...(await find()) }
}

async function pidIn(file: string): Promise<number> {
  const text = await readFile(join(variables.DATA_DIR, file), 'utf8').catch(() => '')
  return Number.parseInt(text, 10)
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([
  ['stopped by a signal', 'restore', 'SIGTERM'],
  ['killed', 'restore', 'SIGKILL'],
  ['started by a shell that is killed', 'shell', 'SIGKILL'],
] as const)(
  'a restore that is %s leaves nothing running',
  async (_name, which, signal) => {
    const processes = await start()
    process.kill(processes[which], signal)
    for (const pid of [processes.restore, processes.server])
      await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false)
  },
  120_000,
)

// So the last one stopped too, instead of reaching its end.
test('a restore that was stopped can be repeated', async () => {
  expect(await restoreCommand(ARGS, variables)).toMatch(/^Restored/)
}, 120_000)
