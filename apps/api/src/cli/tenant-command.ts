import { parseArgs } from 'node:util'
import { readEnv } from '#env.ts'
import { StartError } from '#core/start-error.ts'
import { addTenant } from './add-tenant.ts'

const USAGE = `Usage:
  npm run tenant -- add LABEL --name NAME [--colour #1C5C46]`

/** `npm run tenant`: answers the line to print. */
export async function tenantCommand(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { name: { type: 'string' }, colour: { type: 'string' } },
  })
  const [verb, label, ...more] = positionals
  const { name, colour } = values
  if (verb !== 'add' || !label || !name || more.length > 0) throw new StartError(USAGE)
  return await addTenant(readEnv(variables), { label, name, colour })
}
