import { lstat, mkdir, readlink, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a folder and those above it. Node's own way to do so never ends in folders such as /proc. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    if (await isFolder(folder)) return
    const above = dirname(folder)
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || above === folder || (await isFolder(above)))
      throw await inTheWay(folder, error)
    await makeFolder(above, mode)
    await makeFolder(folder, mode)
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** What stands where the folder should be. The system’s own words, such as EEXIST, don’t say it. */
async function inTheWay(path: string, error: unknown): Promise<unknown> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isSymbolicLink())
    return new Error(
      `${path} is a link to ${await readlink(path)}, which doesn’t exist. Create that folder, or change the link.`,
    )
  if (found && !found.isDirectory())
    return new Error(`${path} is a file. Choose a folder, or move the file away.`)
  const above = dirname(path)
  return found || above === path ? error : await inTheWay(above, error)
}
