import { parseArgs } from 'node:util'
import { plural } from 'rules/plural'
import { openFiles } from '#adapters/files.ts'
import { unpackArchive } from '#backup/archive.ts'
import { openArchive } from '#backup/archive-store.ts'
import { restoreInstallation } from '#backup/restore-installation.ts'
import { fingerprintOf, readSecret } from '#core/secret.ts'
import { StartError } from '#core/start-error.ts'
import { migrate } from '#db/migrate.ts'
import { readEnv } from '#env.ts'
import { queues } from '#queues.ts'
import { withDatabase } from './open-installation.ts'
import { readKey } from './read-key.ts'

const USAGE = `Usage:
  npm run restore -- FILE [--key FILE] [--mails send|discard]
FILE can be a path or an address such as s3://bucket/waymark.tar.gz. The installation must be empty.
For an encrypted backup, --key is the file with your private key.
--mails says what to do with emails that were waiting when the backup was created.`

/** Returns the text to print. */
export async function restoreCommand(
  args: string[],
  variables: NodeJS.ProcessEnv,
): Promise<string> {
  if (args.includes('--help')) return USAGE
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { key: { type: 'string' }, mails: { type: 'string' } },
  })
  const [file, ...more] = positionals
  const { key: keyFile, mails } = values
  if (file === undefined || more.length > 0) throw new StartError(USAGE)
  if (mails !== undefined && mails !== 'send' && mails !== 'discard') throw new StartError(USAGE)
  const env = readEnv(variables)
  const key = keyFile === undefined ? undefined : await readKey(keyFile)
  const { store, name } = await openArchive(file, env)
  const entries = unpackArchive(await store.read(name), key)
  const secret = await readSecret(env)
  const files = await openFiles(env)
  return await withDatabase(env, async (ownerUrl) => {
    const rolePrefix = env.DATABASE_ROLE_PREFIX
    const target = { ownerUrl, rolePrefix, queues, files, mails } as const
    const { header, manifest } = await restoreInstallation(entries, target)
    await migrate(ownerUrl, { rolePrefix, queues })
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
    const known = [secret, env.WAYMARK_SECRET_PREVIOUS].map((one) => one && fingerprintOf(one))
    return [
      `Restored the backup from ${header.created_at}: ${plural(rows, { one: '# row', other: '# rows' })} and ${plural(Object.keys(manifest.files).length, { one: '# file part', other: '# file parts' })}.`,
      'Everyone is signed out, and links in earlier emails no longer work. Now start Waymark.',
      ...(known.includes(header.secret)
        ? []
        : [
            'The backup was created with another WAYMARK_SECRET. Set WAYMARK_SECRET_PREVIOUS to that secret. Otherwise, two-step verification and sign-in providers won’t work.',
          ]),
    ].join('\n')
  })
}
