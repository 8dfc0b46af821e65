import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { Command } from 'commander'
import { plural } from 'rules/plural'
import { openFiles } from '#adapters/files.ts'
import { encrypterFor } from '#backup/archive.ts'
import { openArchive } from '#backup/archive-store.ts'
import { createBackup } from '#backup/create-backup.ts'
import { missingLines } from '#backup/missing-files.ts'
import packageJson from '#package.json' with { type: 'json' }
import { readEnv } from '#read-env.ts'
import { listCommand, verifyCommand } from './check-backup.ts'
import { writeKey } from './read-key.ts'
import { installationSecret, withDatabase, withPools } from './open-installation.ts'
import { JSON_OPTION } from './print-rows.ts'
import type { Call } from './waymark.ts'

const NOTES = `
FILE can be a path or an address such as s3://bucket/waymark.tar.gz.
If neither --recipient nor BACKUP_RECIPIENT is set, the backup is not encrypted.`

export function backupCommand(command: Command, { variables, answer }: Call): void {
  command
    .description('back up the database and stored files, even while Waymark is running')
    .argument('[FILE]', 'where the backup is written')
    .option(
      '--recipient <age1…>',
      'the public key that encrypts the file (default: BACKUP_RECIPIENT)',
    )
    .option('--new-key <FILE>', 'create a key pair for encrypted backups instead')
    .option(
      '--verify <FILE>',
      'check instead that a backup or export is undamaged (needs no database)',
    )
    .option('--key <FILE>', 'the file with your private key, to verify an encrypted file')
    .option('--list', 'list backups instead, newest first')
    .option(...JSON_OPTION)
    .addHelpText('after', NOTES)
    .action(async (file: string | undefined, options: Options) => {
      const { recipient, newKey, verify, list, ...others } = options
      const wanted = [file, newKey, verify, list].filter((one) => one !== undefined)
      if (wanted.length !== 1)
        command.error('error: give exactly one of FILE, --new-key FILE, --verify FILE or --list')
      else if (newKey !== undefined) answer(await createKey(newKey))
      else if (verify !== undefined) answer(await verifyCommand(verify, others, variables))
      else if (list) answer(await listCommand(others, variables))
      else answer(await backUp(file ?? '', recipient, variables))
    })
}

type Options = {
  recipient?: string
  newKey?: string
  verify?: string
  key?: string
  list?: true
  json: boolean
}

async function backUp(file: string, key: string | undefined, variables: NodeJS.ProcessEnv) {
  const env = readEnv(variables)
  const recipient = key ?? env.BACKUP_RECIPIENT
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
