import { createHmac } from 'node:crypto'
import pg from 'pg'
import { StartError } from '#start-error.ts'

export type InstallationSecrets = {
  current: string
  previous: string | undefined
  next: string | undefined
}

const FEWEST_CHARACTERS = 12

/** What is wrong with a secret that is easy to guess, such as one character repeated. */
export function weaknessOf(name: string, secret: string | undefined): string | undefined {
  if (secret === undefined || new Set(secret).size >= FEWEST_CHARACTERS) return undefined
  return `${name} has fewer than ${FEWEST_CHARACTERS} different characters, so it can be guessed. Create one with: openssl rand -base64 32`
}

/** Tells whether two secrets are the same, without revealing them. */
export function fingerprintOf(secret: string): string {
  return createHmac('sha256', secret).update('backup').digest('base64url').slice(0, 16)
}

/**
 * Notes the secret of the first start, and of the first start after it was replaced. Refuses any other secret, with
 * which a node could read no stored value and would sign everyone out. Runs as the owner.
 */
export async function claimSecret(client: pg.Client, secrets: InstallationSecrets): Promise<void> {
  const own = fingerprintOf(secrets.current)
  await client.query(
    `create table if not exists roles.secret (fingerprint text not null, is_only boolean primary key default true check (is_only))`,
  )
  await client.query('insert into roles.secret values ($1) on conflict do nothing', [own])
  const noted = await readFingerprint(client)
  refuseOther(noted, secrets)
  const { previous } = secrets
  if (previous !== undefined && noted === fingerprintOf(previous))
    await client.query('update roles.secret set fingerprint = $1', [own])
}

/** Before the first migration. An installation that has data keeps its secret, and gets a warning. */
export function refuseWeakSecret(secret: string): void {
  const weakness = weaknessOf('WAYMARK_SECRET', secret)
  if (weakness !== undefined) throw new StartError(weakness)
}

/** For commands. Before the first start, any secret is right. */
export async function refuseOtherSecret(ownerUrl: string, secrets: InstallationSecrets) {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('roles.secret') is not null as there`,
    )
    if (rows[0]?.there) refuseOther(await readFingerprint(client), secrets)
  } finally {
    await client.end()
  }
}

async function readFingerprint(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ fingerprint: string }>(
    'select fingerprint from roles.secret',
  )
  return rows[0]?.fingerprint
}

function refuseOther(noted: string | undefined, { current, ...others }: InstallationSecrets) {
  const known = [current, others.previous, others.next].map((one) => one && fingerprintOf(one))
  if (noted === undefined || known.includes(noted)) return
  throw new StartError(
    'WAYMARK_SECRET is not the secret of this installation. Set it to the value that was used before. To replace it, follow "Replacing the secret" in docs/operations.md.',
  )
}
