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
import { listTenantsCommand } from './list-tenants.ts'
import { JSON_OPTION, printDone } from './print-rows.ts'
import { keepCommand, removeCommand } from './remove-tenant.ts'
import { renameCommand } from './rename-tenant.ts'
import { statusCommand } from './tenant-status.ts'
import type { Call } from './waymark.ts'

const EXPORT_NOTES = `
FILE can be a path or an address such as s3://bucket/acme.tar.gz.
If neither --recipient nor BACKUP_RECIPIENT is set, the export is not encrypted.`

const STATUSES = [
  ['suspend', true, 'sign out all users of an organisation, and close it until you resume it'],
  ['resume', false, 'open an organisation again'],
] as const

export function tenantCommand(command: Command, { variables, answer }: Call): void {
  command.description('list, add, suspend, rename, move and remove organisations')
  command
    .command('list')
    .description('list organisations with status, size and last sign-in')
    .option(...JSON_OPTION)
    .action(async (options: { json: boolean }) =>
      answer(await listTenantsCommand(readEnv(variables), options)),
    )
  command
    .command('add')
    .description('add an organisation')
    .argument('<LABEL>', 'the first part of its host name')
    .requiredOption('--name <NAME>')
    .option('--colour <#1C5C46>')
    .option(...JSON_OPTION)
    .action(async (domain: string, { name, colour, json }: AddOptions) =>
      answer(await add({ domain, name, brand_colour: colour }, { json, variables })),
    )
  for (const [name, isSuspended, description] of STATUSES)
    command
      .command(name)
      .description(description)
      .argument('<LABEL>')
      .option(...JSON_OPTION)
      .action(async (label: string, { json }: { json: boolean }) =>
        answer(await statusCommand(readEnv(variables), label, { isSuspended, json })),
      )
  command
    .command('rename')
    .description('give an organisation another label, and so another address')
    .argument('<LABEL>')
    .argument('<NEW>')
    .option('--yes', 'don’t ask for confirmation', false)
    .option(...JSON_OPTION)
    .action(async (label: string, to: string, options: { yes: boolean; json: boolean }) =>
      answer(await renameCommand(readEnv(variables), label, to, options)),
    )
  command
    .command('export')
    .description('write all data of one organisation to a file')
    .argument('<LABEL>')
    .requiredOption('--out <FILE>', 'where the export is written')
    .option(
      '--recipient <age1…>',
      'the public key that encrypts the file (default: BACKUP_RECIPIENT)',
    )
    .option('--sign <FILE>', 'the file with your signing key')
    .option('--move', 'make the organisation read-only here from now on', false)
    .addHelpText('after', EXPORT_NOTES)
    .action(async (label: string, { out, recipient, sign: signFile, move }: ExportOptions) => {
      const given = { out, recipient, signFile, isMove: move }
      answer(await exportCommand(readEnv(variables), label, given))
    })
  command
    .command('import')
    .description(
      'import an organisation. Without --trust, its connections to providers are turned off',
    )
    .argument('<FILE>', 'a path or an address such as s3://bucket/acme.tar.gz')
    .option('--label <LABEL>', 'the label to use here, instead of the one in the file')
    .option('--key <FILE>', 'the file with your private key, for an encrypted export')
    .option('--trust <KEY>', 'the signer’s public key, as new-key printed it')
    .option(
      '--active',
      'let users sign in straight away, even if the organisation was suspended',
      false,
    )
    .option('--yes', 'don’t ask for confirmation', false)
    .action(async (file: string, { label, key: keyFile, trust, active, yes }: ImportOptions) => {
      const given = { label, keyFile, trust, isActive: active, isSure: yes }
      answer(await importCommand(readEnv(variables), file, given))
    })
  command
    .command('new-key')
    .description('create a key pair that signs exports')
    .argument('<FILE>', 'where the private key is written')
    .action(async (file: string) => answer(await newKey(file)))
  command
    .command('remove')
    .description(
      'close an organisation now, and delete all its data after 30 days (after a move, within the hour)',
    )
    .argument('<LABEL>')
    .option('--yes', 'don’t ask for confirmation', false)
    .option(...JSON_OPTION)
    .action(async (label: string, { yes, json }: { yes: boolean; json: boolean }) =>
      answer(await removeCommand(readEnv(variables), label, { isSure: yes, json })),
    )
  command
    .command('keep')
    .description('stop a removal or a move')
    .argument('<LABEL>')
    .option('--yes', 'don’t ask for confirmation', false)
    .option(...JSON_OPTION)
    .action(async (label: string, { yes, json }: { yes: boolean; json: boolean }) =>
      answer(await keepCommand(readEnv(variables), label, { isSure: yes, json })),
    )
}

type AddOptions = { name: string; colour?: string; json: boolean }
type ExportOptions = { out: string; recipient?: string; sign?: string; move: boolean }
type ImportOptions = {
  label?: string
  key?: string
  trust?: string
  active: boolean
  yes: boolean
}

async function add(
  input: { domain: string; name: string; brand_colour: string | undefined },
  { json, variables }: { json: boolean; variables: NodeJS.ProcessEnv },
): Promise<string> {
  const env = readEnv(variables)
  const tenant = readInput(NewOrganisation, input)
  return await withInstallation(env, async (pools) => {
    const id = await withTenants(pools, [], nextId)
    await withTenants(pools, [id], async (db) => {
      if (!(await addOrganisation(db, { id, ...tenant })))
        throw new StartError(
          `Another organisation already uses the label ${tenant.domain}. Choose another label.`,
        )
    })
    const host = hostnameOf({ kind: 'organisation', domain: tenant.domain }, env.BASE_DOMAIN)
    const done = { label: tenant.domain, name: tenant.name, host }
    return printDone(json, `Added ${tenant.name} at ${host}.`, done)
  })
}

async function newKey(file: string): Promise<string> {
  const { secret, known } = newSigningKey()
  await writeKey(file, known, secret)
  return `Wrote the private key to ${file}. Sign exports with --sign ${file}.\nThe public key, for --trust, is ${known}`
}
