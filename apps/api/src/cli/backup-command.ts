import { parseArgs } from 'node:util'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { plural } from 'rules/plural'
import { openFiles } from '#adapters/files.ts'
import { encrypterFor } from '#backup/archive.ts'
import { openArchive } from '#backup/archive-store.ts'
import { createBackup } from '#backup/create-backup.ts'
import { missingLines } from '#backup/missing-files.ts'
import packageJson from '#package.json' with { type: 'json' }
import { StartError } from '#core/start-error.ts'
import { readEnv } from '#env.ts'
import { writeKey } from './read-key.ts'
import { installationSecret, withDatabase, withPools } from './open-installation.ts'

const USAGE = `Usage:
  npm run backup -- FILE [--recipient age1…]   backs up the database and stored files, even while Waymark is running
  npm run backup -- --new-key FILE             creates a key pair for encrypted backups
FILE can be a path or an address such as s3://bucket/waymark.tar.gz.
--recipient is the public key that encrypts the backup. The default is BACKUP_RECIPIENT.
If neither is set, the backup is not encrypted.`

/** Returns the text to print. */
export async function backupCommand(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
  if (args.includes('--help')) return USAGE
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { recipient: { type: 'string' }, 'new-key': { type: 'string' } },
  })
  const [file, ...more] = positionals
  const keyFile = values['new-key']
  if (keyFile !== undefined && file === undefined) return await createKey(keyFile)
  if (file === undefined || keyFile !== undefined || more.length > 0) throw new StartError(USAGE)
  const env = readEnv(variables)
  const recipient = values.recipient ?? env.BACKUP_RECIPIENT
  const files = await openFiles(env)
  const archive = await openArchive(file, env)
  // Before the backup is recorded, because a mistyped command is no failed backup.
  if (recipient !== undefined) encrypterFor(recipient)
  await archive.store.prepare(archive.name)
  return await withDatabase(env, (ownerUrl) =>
    withPools(env, ownerUrl, async (pools) => {
      const { version } = packageJson
      const rolePrefix = env.DATABASE_ROLE_PREFIX
      const secret = await installationSecret(env, ownerUrl)
      const from = { ownerUrl, rolePrefix, secret, version, files, pools }
      const options = { ...from, recipient, isScheduled: false }
      const { bytes, manifest } = await createBackup({ ...options, ...archive })
      const place = archive.store.placeOf(archive.name)
      const size = `${Math.ceil(bytes / 1_000_000)} MB`
      const secrecy = recipient === undefined ? 'not encrypted' : 'encrypted'
      const contents = plural(Object.keys(manifest.files).length, {
        one: 'all tables and # file part',
        other: 'all tables and # file parts',
      })
      return [
        `Wrote ${contents} to ${place} (${size}, ${secrecy}).`,
        ...missingLines(manifest, 'backup'),
      ].join('\n')
    }),
  )
}

async function createKey(file: string): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  await writeKey(file, recipient, identity)
  return `Wrote the private key to ${file}. Move it to another machine and keep it safe. You need it to restore a backup.\nThe public key is ${recipient}`
}
