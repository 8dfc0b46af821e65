import { readFileSync } from 'node:fs'
import { readFile, readlink, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#start-error.ts'

export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'postgres.lock')
  const holder = await readFile(file, 'utf8').catch(() => '')
  if (isSameProcess(holder)) throw inUse(folder, holder.split(' ', 1)[0])
  if (holder !== '') await removeStale(folder, file, holder)
  try {
    await writeFile(file, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw inUse(folder)
    throw error
  }
  return () => rm(file, { force: true })
}

/** Removes a dead process's lock, unless another start has just replaced it. */
async function removeStale(folder: string, file: string, holder: string) {
  const aside = `${file}.${process.pid}`
  await rename(file, aside).catch(() => {})
  if ((await readFile(aside, 'utf8').catch(() => holder)) !== holder) {
    await rename(aside, file)
    throw inUse(folder)
  }
  await rm(aside, { force: true })
}

export function inUse(folder: string, pid?: string): StartError {
  const by = pid === undefined ? 'another process' : `process ${pid}`
  return new StartError(
    `The data folder ${folder} is already in use by ${by}. Stop that process or set DATA_DIR.`,
  )
}

function isSameProcess(holder: string): boolean {
  const [pid, start = ''] = holder.split(' ')
  return start !== '' && startOf(Number(pid)) === start
}

/** Process ids are reused. On Linux, the start time makes them unique. */
function startOf(pid: number): string {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return ''
  }
  if (process.platform !== 'linux') return 'running'
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
  return afterName.split(' ')[19] ?? ''
}

/** Stops a server whose Waymark was killed, and removes a stale process file. Needs the lock. */
export async function stopOrphan(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n', 1)[0])
  if (!(pid > 0)) return
  if (process.platform === 'linux' && !(await isServerOf(cluster, pid)))
    return await rm(file, { force: true })
  for (let attempts = 0; attempts < 100 && (await isServerOf(cluster, pid)); attempts += 1) {
    process.kill(pid, attempts < 80 ? 'SIGINT' : 'SIGQUIT')
    await sleep(100)
  }
}

async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster
}
