import { spawnSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { StartError } from '#core/start-error.ts'

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
    `PostgreSQL cannot run as root, and the system user "${name}" could not be created. Start Waymark as another user or set DATABASE_URL.`,
  )
}
