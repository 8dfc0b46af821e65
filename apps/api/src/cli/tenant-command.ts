import { NewCustomer } from 'contract/tenants'
import { parseArgs } from 'node:util'
import { hostnameOf } from '#core/host-tenant.ts'
import { StartError } from '#core/start-error.ts'
import { withTenants } from '#db/pools.ts'
import { readEnv } from '#env.ts'
import { addOrganisation } from '#features/organisations/tenants/create-organisation.ts'
import { nextId } from '#support/tenants.queries.ts'
import { withInstallation, readInput } from './open-installation.ts'

const USAGE = `Usage:
  npm run tenant -- add LABEL --name NAME [--colour #1C5C46]`

/** Returns the text to print. */
export async function tenantCommand(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
  if (args.includes('--help')) return USAGE
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { name: { type: 'string' }, colour: { type: 'string' } },
  })
  const [verb, label, ...more] = positionals
  const { name, colour } = values
  if (verb !== 'add' || !label || !name || more.length > 0) throw new StartError(USAGE)
  const env = readEnv(variables)
  const tenant = readInput(NewCustomer, { domain: label, name, brand_colour: colour })
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
