import { parseArgs } from 'node:util'
import { readEnv } from '#core/env.ts'
import { StartError } from '#core/start-error.ts'
import { addUser } from './add-user.ts'
import { askPassword, readPassword } from './ask-password.ts'

const USAGE = `Usage:
  npm run user -- add EMAIL --name NAME --tenant LABEL [--role ROLE]... [--password-stdin]
Roles are god-admin, admin, user and auditor; without one it is user.`

/** `npm run user`: answers the line to print. */
export async function userCommand(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      tenant: { type: 'string' },
      role: { type: 'string', multiple: true, default: ['user'] },
      'password-stdin': { type: 'boolean', default: false },
    },
  })
  const [verb, email, ...more] = positionals
  const { name, tenant, role } = values
  if (verb !== 'add' || !email || !name || !tenant || more.length > 0) throw new StartError(USAGE)
  return await addUser(
    readEnv(variables),
    { email, name, tenant, roles: [...new Set(role)] },
    values['password-stdin'] ? readPassword : askPassword,
  )
}
