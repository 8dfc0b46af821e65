import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '#core/start-error.ts'
import type { Binaries } from './embedded-binaries.ts'
import type { RunAs } from './embedded-user.ts'

const PASSWORD_FILE = 'waymark-password'

export type Cluster = {
  folder: string
  runAs: RunAs | undefined
  binaries: Binaries
  /** Off only for throw-away test data: a crash may then lose acknowledged writes. */
  durable: boolean
}

/** Makes the cluster if there is none and answers the password of its superuser. */
export async function initCluster(cluster: Cluster): Promise<string> {
  const version = await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) await makeCluster(cluster)
  else if (version.trim() !== cluster.binaries.major) throw otherVersion(cluster, version.trim())
  return await readFile(join(cluster.folder, PASSWORD_FILE), 'utf8').catch(() => {
    throw new StartError(
      `The password of the database is missing: restore ${join(cluster.folder, PASSWORD_FILE)}.`,
    )
  })
}

function otherVersion({ folder, binaries }: Cluster, version: string): StartError {
  return new StartError(
    `The database in ${folder} was made by PostgreSQL ${version}, this Waymark has ${binaries.major}. See "Upgrading" in docs/operations.md.`,
  )
}

/** Built beside its place and renamed when whole, so that a half-finished one is never taken for a database. */
async function makeCluster(cluster: Cluster): Promise<void> {
  const { folder, runAs } = cluster
  if (await stat(folder).catch(() => null)) {
    throw new StartError(
      `${folder} is there but holds no PostgreSQL database. Move it away, or set DATA_DIR.`,
    )
  }
  const unfinished = `${folder}.unfinished`
  const password = `${folder}.password`
  await rm(unfinished, { recursive: true, force: true })
  await rm(password, { force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (runAs) for (const path of [unfinished, password]) await chown(path, runAs.uid, runAs.gid)
  await runInitdb(cluster, unfinished, password)
  await rename(password, join(unfinished, PASSWORD_FILE))
  await rename(unfinished, folder)
}

async function runInitdb(cluster: Cluster, target: string, passwordFile: string) {
  const locale = [
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  // The password goes in as an open file: its path may lie where the other user cannot go.
  const access = ['--username=postgres', '--auth=scram-sha-256', '--pwfile=/dev/stdin']
  const sync = cluster.durable ? [] : ['--no-sync']
  const password = await open(passwordFile)
  try {
    const child = spawn(
      cluster.binaries.initdb,
      ['-D', pathFor(cluster.runAs, target), ...locale, ...access, ...sync],
      {
        ...cluster.runAs,
        cwd: target,
        stdio: [password.fd, 'ignore', 'pipe'],
      },
    )
    const [said, [code]] = await Promise.all([
      child.stderr ? text(child.stderr) : '',
      once(child, 'close'),
    ])
    if (code !== 0)
      throw new StartError(`The database could not be made in ${cluster.folder}: ${reason(said)}`)
  } finally {
    await password.close()
  }
}

/** Another user may not reach the folder by its path, but a process that starts in it is there already. */
export function pathFor(runAs: RunAs | undefined, folder: string): string {
  return runAs ? '/proc/self/cwd' : folder
}

/** The message of the last severe line of a PostgreSQL program. */
export function reason(said: string): string {
  const lines = said.trim().split('\n')
  const line = lines.findLast((line) => /(error|FATAL|PANIC): /.test(line)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?(error|FATAL|PANIC): +/, '')
}
