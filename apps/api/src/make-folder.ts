import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a folder and those above it. Node's own way to do so never ends in folders such as /proc. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    if (await isFolder(folder)) return
    const above = dirname(folder)
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || above === folder || (await isFolder(above))) throw error
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
