import { parseArgs } from 'node:util'
import { NewCustomer } from 'contract/tenants'
import { hostnameOf } from '#core/host-tenant.ts'
import { StartError } from '#core/start-error.ts'
import { newSigningKey } from '#backup/signature.ts'
import { withTenants } from '#db/pools.ts'
import { readEnv } from '#env.ts'
import { addOrganisation } from '#features/organisations/tenants/create-organisation.ts'
import { nextId } from '#support/tenants.queries.ts'
import { exportCommand, importCommand } from './move-tenant.ts'
import { writeKey } from './read-key.ts'
import { withInstallation, readInput } from './open-installation.ts'
import { keepCommand, removeCommand } from './remove-tenant.ts'

const USAGE = `Usage:
  npm run tenant -- add LABEL --name NAME [--colour #1C5C46]
  npm run tenant -- export LABEL --out FILE [--recipient age1…] [--sign FILE]   exports all data of one organisation
  npm run tenant -- import FILE [--label LABEL] [--key FILE] [--trust KEY] [--yes]
  npm run tenant -- new-key FILE            creates a key pair that signs exports
  npm run tenant -- remove LABEL [--yes]    closes it now, deletes all its data after 30 days
  npm run tenant -- keep LABEL              stops a removal
FILE can be a path or an address such as s3://bucket/acme.tar.gz.
--recipient is the public key that encrypts the export. The default is BACKUP_RECIPIENT.
If neither is set, the export is not encrypted.
For an encrypted export, --key is the file with your private key.
--sign is the file with the key that signs the export. --trust is its public key, as new-key printed it.
An import without --trust turns off connections to providers. It shows what it brings and asks; --yes doesn’t ask.`

/** Returns the text to print. */
export async function tenantCommand(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
  const [verb, ...rest] = args
  if (args.includes('--help')) return USAGE
  if (verb === 'add') return await add(rest, variables)
  if (verb === 'export') return await exportOne(rest, variables)
  if (verb === 'import') return await importOne(rest, variables)
  if (verb === 'new-key') return await newKey(rest)
  if (verb === 'remove') return await remove(rest, variables)
  if (verb === 'keep') return await keep(rest, variables)
  throw new StartError(USAGE)
}

function only(positionals: readonly string[]): string {
  const [first, ...more] = positionals
  if (first === undefined || more.length > 0) throw new StartError(USAGE)
  return first
}

async function add(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
  const options = { name: { type: 'string' }, colour: { type: 'string' } } as const
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
  const { name, colour } = values
  const domain = only(positionals)
  if (name === undefined) throw new StartError(USAGE)
  const env = readEnv(variables)
  const tenant = readInput(NewCustomer, { domain, name, brand_colour: colour })
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

async function exportOne(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
  const text = { type: 'string' } as const
  const options = { out: text, recipient: text, sign: text }
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
  const { out, recipient, sign: signFile } = values
  if (out === undefined) throw new StartError(USAGE)
  return await exportCommand(readEnv(variables), only(positionals), { out, recipient, signFile })
}

async function importOne(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
  const text = { type: 'string' } as const
  const yes = { type: 'boolean', default: false } as const
  const options = { label: text, key: text, trust: text, yes }
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
  const { label, key: keyFile, trust, yes: isSure } = values
  const given = { label, keyFile, trust, isSure }
  return await importCommand(readEnv(variables), only(positionals), given)
}

async function newKey(args: string[]): Promise<string> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const file = only(positionals)
  const { secret, known } = newSigningKey()
  await writeKey(file, known, secret)
  return `Wrote the private key to ${file}. Sign exports with --sign ${file}.\nThe public key, for --trust, is ${known}`
}

async function remove(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
  const options = { yes: { type: 'boolean', default: false } } as const
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
  return await removeCommand(readEnv(variables), only(positionals), { isSure: values.yes })
}

async function keep(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  return await keepCommand(readEnv(variables), only(positionals))
}
