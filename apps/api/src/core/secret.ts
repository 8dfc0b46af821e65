import { randomBytes } from 'node:crypto'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolder } from '#make-folder.ts'
import type { InstallationSecrets } from '#db/installation-secret.ts'
import type { Env } from './env.ts'
import { unusable } from '#start-error.ts'

type Variables = Pick<
  Env,
  'WAYMARK_SECRET' | 'WAYMARK_SECRET_PREVIOUS' | 'WAYMARK_SECRET_NEXT' | 'DATA_DIR'
>

/** With those that are accepted while the secret is replaced. */
export async function readSecrets(env: Variables): Promise<InstallationSecrets> {
  const { WAYMARK_SECRET_PREVIOUS: previous, WAYMARK_SECRET_NEXT: next } = env
  return { current: await readSecret(env), previous, next }
}

/** The configured secret. In development, one is created and kept in the data folder. */
export async function readSecret(env: Pick<Env, 'WAYMARK_SECRET' | 'DATA_DIR'>): Promise<string> {
  if (env.WAYMARK_SECRET !== undefined) return env.WAYMARK_SECRET
  const folder = resolve(env.DATA_DIR)
  const file = join(folder, 'secret')
  try {
    await makeFolder(folder, 0o700)
    return await readFile(file, 'utf8').catch(async () => await createSecret(file))
  } catch (error) {
    throw unusable(`the data folder ${folder}`, error)
  }
}

/** `link` fails if a second start was faster. Then both use the same secret. */
async function createSecret(file: string): Promise<string> {
  const own = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(own, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  try {
    await link(own, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await unlink(own)
  }
  return await readFile(file, 'utf8')
}
