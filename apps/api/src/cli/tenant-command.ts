import type { Command } from 'commander'
import { NewOrganisation } from 'contract/tenants'
import { hostnameOf } from '#core/host-tenant.ts'
import { StartError } from '#start-error.ts'
import { newSigningKey } from '#backup/signature.ts'
import { withTenants } from '#db/pools.ts'
import { readEnv } from '#read-env.ts'
import { addOrganisation } from '#features/organisations/tenants/create-organisation.ts'
import { nextId } from '#support/tenants.queries.ts'
import { exportCommand, importCommand } from './move-tenant.ts'
import { writeKey } from './read-key.ts'
import { withInstallation, readInput } from './open-installation.ts'
import { keepCommand, removeCommand } from './remove-tenant.ts'
import type { Call } from './waymark.ts'

const EXPORT_NOTES = `
FILE can be a path or an address such as s3://bucket/acme.tar.gz.
If neither --recipient nor BACKUP_RECIPIENT is set, the export is not encrypted.`

export function tenantCommand(command: Command, { variables, answer }: Call): void {
  command.description('add, move and remove organisations')
  command
    .command('add')
    .description('add an organisation')
    .argument('<LABEL>', 'the first part of its host name')
    .requiredOption('--name <NAME>')
    .option('--colour <#1C5C46>')
    .action(async (domain: string, { name, colour }: { name: string; colour?: string }) =>
      answer(await add({ domain, name, brand_colour: colour }, variables)),
    )
  command
    .command('export')
    .description('write all data of one organisation to a file')
    .argument('<LABEL>')
    .requiredOption('--out <FILE>', 'where it is written')
    .option('--recipient <age1…>', 'the public key that encrypts it (default: BACKUP_RECIPIENT)')
    .option('--sign <FILE>', 'the file with the key that signs it')
    .addHelpText('after', EXPORT_NOTES)
    .action(async (label: string, { out, recipient, sign: signFile }: ExportOptions) =>
      answer(await exportCommand(readEnv(variables), label, { out, recipient, signFile })),
    )
  command
    .command('import')
    .description(
      'import an organisation. Without --trust, its connections to providers are turned off',
    )
    .argument('<FILE>', 'a path or an address such as s3://bucket/acme.tar.gz')
    .option('--label <LABEL>', 'replaces its own')
    .option('--key <FILE>', 'the file with your private key, for an encrypted export')
    .option('--trust <KEY>', 'the public key of the one that signed it, as new-key printed it')
    .option('--yes', 'don’t ask whether to import what the file brings', false)
    .action(async (file: string, { label, key: keyFile, trust, yes }: ImportOptions) => {
      const given = { label, keyFile, trust, isSure: yes }
      answer(await importCommand(readEnv(variables), file, given))
    })
  command
    .command('new-key')
    .description('create a key pair that signs exports')
    .argument('<FILE>', 'where the private key is written')
    .action(async (file: string) => answer(await newKey(file)))
  command
    .command('remove')
    .description('close an organisation now, and delete all its data after 30 days')
    .argument('<LABEL>')
    .option('--yes', 'don’t ask', false)
    .action(async (label: string, { yes }: { yes: boolean }) =>
      answer(await removeCommand(readEnv(variables), label, { isSure: yes })),
    )
  command
    .command('keep')
    .description('stop a removal')
    .argument('<LABEL>')
    .action(async (label: string) => answer(await keepCommand(readEnv(variables), label)))
}

type ExportOptions = { out: string; recipient?: string; sign?: string }
type ImportOptions = { label?: string; key?: string; trust?: string; yes: boolean }

async function add(
  input: { domain: string; name: string; brand_colour: string | undefined },
  variables: NodeJS.ProcessEnv,
): Promise<string> {
  const env = readEnv(variables)
  const tenant = readInput(NewOrganisation, input)
  return await withInstallation(env, async (pools) => {
    const id = await withTenants(pools, [], nextId)
    await withTenants(pools, [id], async (db) => {
      if (!(await addOrganisation(db, { id, ...tenant })))
        throw new StartError(
          `Another organisation already uses the domain ${tenant.domain}. Choose another domain.`,
        )
    })
    const host = hostnameOf({ kind: 'organisation', domain: tenant.domain }, env.BASE_DOMAIN)
    return `Added ${tenant.name} at ${host}.`
  })
}

async function newKey(file: string): Promise<string> {
  const { secret, known } = newSigningKey()
  await writeKey(file, known, secret)
  return `Wrote the private key to ${file}. Sign exports with --sign ${file}.\nThe public key, for --trust, is ${known}`
}
