import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '#start-error.ts'
import type { Binaries } from './embedded-binaries.ts'

const PASSWORD_FILE = 'waymark-password'

export type Cluster = {
  folder: string
  runAs: RunAs | undefined
  binaries: Binaries
  /** False for test data only, because a crash may then lose saved rows. */
  durable: boolean
}

/** Creates the cluster if needed. Returns its superuser's password. */
export async function initCluster(cluster: Cluster): Promise<string> {
  const version = await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) await createCluster(cluster)
  else if (version.trim() !== cluster.binaries.major) throw otherVersion(cluster, version.trim())
  return await readFile(join(cluster.folder, PASSWORD_FILE), 'utf8').catch(() => {
    throw new StartError(
      `Waymark can’t read the database password. Restore the file ${join(cluster.folder, PASSWORD_FILE)}.`,
    )
  })
}

function otherVersion({ folder, binaries }: Cluster, version: string): StartError {
  return new StartError(
    `The database in ${folder} is from PostgreSQL ${version}, but this version of Waymark uses ${binaries.major}. See "Upgrade" in docs/operations.md.`,
  )
}

/** Renamed when complete, so that a failed attempt is never taken for a database. */
async function createCluster(cluster: Cluster): Promise<void> {
  const { folder, runAs } = cluster
  if (await stat(folder).catch(() => null)) {
    throw new StartError(
      `${folder} exists but contains no PostgreSQL database. Move the folder somewhere else, or set DATA_DIR.`,
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
  // Passed as an open file, because the other user may not be able to read its path.
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
      throw new StartError(
        `The database could not be created in ${cluster.folder}: ${reason(said)}`,
      )
  } finally {
    await password.close()
  }
}

/** Another user may not reach the folder by its path, but can start in it. */
export function pathFor(runAs: RunAs | undefined, folder: string): string {
  return runAs ? '/proc/self/cwd' : folder
}

/** The last error of a PostgreSQL program. */
export function reason(said: string): string {
  const lines = said.trim().split('\n')
  const line = lines.findLast((line) => /(error|FATAL|PANIC): /.test(line)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?(error|FATAL|PANIC): +/, '')
}

export type RunAs = { uid: number; gid: number }

/** PostgreSQL refuses to run as root. Then it runs as the data's owner or a system user. */
export async function userForPostgres(cluster: string): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(cluster).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await findUser('waymark')) ?? (await createUser('waymark'))
}

async function findUser(name: string): Promise<RunAs | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const [, , uid, gid] = lines.find(([user]) => user === name) ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

async function createUser(name: string): Promise<RunAs> {
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']
  spawnSync('/usr/sbin/useradd', [...options, name])
  const user = await findUser(name)
  if (user) return user
  throw new StartError(
    `PostgreSQL can’t run as root, and the system user "${name}" could not be created. Start Waymark as another user, or set DATABASE_URL.`,
  )
}
