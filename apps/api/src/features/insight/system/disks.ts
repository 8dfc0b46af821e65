import { statfs } from 'node:fs/promises'
import type { Env } from '#core/env.ts'

/** The folders of this machine that data is stored in, by what they have. */
export function diskFolders({ DATA_DIR, BACKUP_TARGET }: Pick<Env, 'DATA_DIR' | 'BACKUP_TARGET'>) {
  const folders: [name: 'data' | 'backups', folder: string][] = [['data', DATA_DIR]]
  if (BACKUP_TARGET !== undefined && !BACKUP_TARGET.startsWith('s3:'))
    folders.push(['backups', BACKUP_TARGET])
  return folders
}

/** The bytes of a folder's disk, and those that Waymark can still use. */
export async function diskOf(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}
