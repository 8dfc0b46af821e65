import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from './env.ts'

/** The configured secret; in development one is made once and kept in the data folder. */
export async function readSecret(env: Pick<Env, 'WAYMARK_SECRET' | 'DATA_DIR'>): Promise<string> {
  if (env.WAYMARK_SECRET !== undefined) return env.WAYMARK_SECRET
  const file = join(env.DATA_DIR, 'secret')
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return await readFile(file, 'utf8')
}
