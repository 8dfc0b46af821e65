import { createHmac, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Env } from './env.ts'
import { unusable } from './start-error.ts'

export type InstallationSecrets = {
  current: string
  previous: string | undefined
  next: string | undefined
}

type Variables = Pick<
  Env,
  'WAYMARK_SECRET' | 'WAYMARK_SECRET_PREVIOUS' | 'WAYMARK_SECRET_NEXT' | 'DATA_DIR'
>

const FEWEST_CHARACTERS = 12

/** What is wrong with a secret that is easy to guess, such as one character repeated. */
export function weaknessOf(name: string, secret: string | undefined): string | undefined {
  if (secret === undefined || new Set(secret).size >= FEWEST_CHARACTERS) return undefined
  return `${name} has fewer than ${FEWEST_CHARACTERS} different characters, so it can be guessed. Create one with: openssl rand -base64 32`
}

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
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await readFile(file, 'utf8').catch(async () => await createSecret(file))
  } catch (error) {
    throw unusable(`the data folder ${folder}`, error)
  }
}

/** Tells whether two secrets are the same, without revealing them. */
export function fingerprintOf(secret: string): string {
  return createHmac('sha256', secret).update('backup').digest('base64url').slice(0, 16)
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
