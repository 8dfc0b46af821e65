import { spawnSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { StartError } from '#core/start-error.ts'

export type RunAs = { uid: number; gid: number }

/** PostgreSQL refuses to run as root: then it runs as the owner of the data, or as a system user made for it. */
export async function userForPostgres(cluster: string): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(cluster).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await findUser('waymark')) ?? (await makeUser('waymark'))
}

async function findUser(name: string): Promise<RunAs | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const [, , uid, gid] = lines.find(([user]) => user === name) ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

async function makeUser(name: string): Promise<RunAs> {
  spawnSync('/usr/sbin/useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    name,
  ])
  const user = await findUser(name)
  if (user) return user
  throw new StartError(
    `PostgreSQL does not run as root, and the system user "${name}" could not be made. Start as an ordinary user, or set DATABASE_URL.`,
  )
}
