import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from 'api/testing/free-port'
import { hasProgram } from './debian-package.ts'

/** `PGBOUNCER` names another version's. */
const PROGRAM = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer'

export const hasPgbouncer = () => hasProgram(PROGRAM, 'pgbouncer')

export type PoolMode = 'session' | 'transaction' | 'statement'
type Options = {
  databaseUrl: string
  mode: PoolMode
  users: Record<string, string>
  /** More lines of its configuration. */
  settings?: string[]
}

/** PgBouncer in front of this database. `users` are names with their passwords. */
export async function startPgbouncer({ databaseUrl, mode, users, settings = [] }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-pgbouncer-'))
  const { hostname, port: serverPort, pathname } = new URL(databaseUrl)
  const database = pathname.slice(1)
  const port = await freePort()
  const list = Object.entries(users).map(([name, password]) => `"${name}" "${password}"`)
  await writeFile(join(folder, 'users.txt'), list.join('\n'))
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${database} = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
${settings.join('\n')}
`,
  )
  // PgBouncer never runs as root.
  await chmod(folder, 0o755)
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(PROGRAM, [...asUser, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilListens(child)
  const url = new URL(databaseUrl)
  url.port = String(port)
  return {
    url: url.href,
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGINT')
      await exited
      await rm(folder, { recursive: true })
    },
  }
}

async function untilListens(child: ChildProcess): Promise<void> {
  const said: string[] = []
  await new Promise<void>((resolve, reject) => {
    if (child.stderr)
      createInterface(child.stderr).on('line', (line) => {
        said.push(line)
        if (line.includes('process up')) resolve()
      })
    child.once('exit', () => reject(new Error(`PgBouncer ended: ${said.join('\n')}`)))
  })
}
