import { type Command, Option } from 'commander'
import { plural } from 'rules/plural'
import { openFiles } from '#adapters/files.ts'
import { unpackArchive } from '#backup/archive.ts'
import { openArchive } from '#backup/archive-store.ts'
import { restoreInstallation } from '#backup/restore-installation.ts'
import { readSecret } from '#core/secret.ts'
import { fingerprintOf } from '#db/installation-secret.ts'
import { migrate } from '#db/migrate.ts'
import { readEnv } from '#read-env.ts'
import { queues } from '#queues.ts'
import { withDatabase } from './open-installation.ts'
import { timeText } from './print-rows.ts'
import { readKey } from './read-key.ts'
import type { Call } from './waymark.ts'

type Options = { key?: string; mails?: 'send' | 'discard' }

export function restoreCommand(command: Command, { variables, answer }: Call): void {
  command
    .description('restore a backup into an empty installation')
    .argument('<FILE>', 'a path or an address such as s3://bucket/waymark.tar.gz')
    .option('--key <FILE>', 'the file with your private key, for an encrypted backup')
    .addOption(
      new Option('--mails <what>', 'what to do with emails that were waiting').choices([
        'send',
        'discard',
      ]),
    )
    .action(async (file: string, options: Options) =>
      answer(await restore(file, options, variables)),
    )
}

async function restore(
  file: string,
  { key: keyFile, mails }: Options,
  variables: NodeJS.ProcessEnv,
): Promise<string> {
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
      `Restored the backup from ${timeText(header.created_at)} UTC: ${plural(rows, { one: '# row', other: '# rows' })} and ${plural(Object.keys(manifest.files).length, { one: '# file part', other: '# file parts' })}.`,
      'Everyone is signed out. Open invitations, password links and confirmation links no longer work.',
      known.includes(header.secret)
        ? 'Now start Waymark.'
        : 'The backup was created with another WAYMARK_SECRET. Set WAYMARK_SECRET_PREVIOUS to that secret, then start Waymark. Otherwise, two-step verification and sign-in providers won’t work.',
    ].join('\n')
  })
}
