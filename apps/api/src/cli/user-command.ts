import { parseArgs } from 'node:util'
import { ROLES } from 'contract/roles'
import { plural } from 'rules/plural'
import { StartError } from '#core/start-error.ts'
import { readEnv } from '#env.ts'
import { addUser } from './add-user.ts'
import { askYes } from './ask-yes.ts'
import { promptPassword, readPassword } from './prompt-password.ts'
import { type Db, scopeOf } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import { type Pools, withTenant } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { revokeAllSessions, revokeEverySession } from '#features/identity/sessions.queries.ts'
import { deleteChallenges, deleteEveryChallenge } from '#features/identity/challenges.queries.ts'
import { findUserForSignIn } from '#features/identity/users.queries.ts'
import { type NamedTenant, findTenant, listTenants, withInstallation } from './open-installation.ts'

const USAGE = `Usage:
  npm run user -- add EMAIL --name NAME --tenant LABEL [--role ROLE]... [--password-stdin]
  npm run user -- sign-out EMAIL [--tenant LABEL]
  npm run user -- sign-out --all [--yes]
Roles are ${new Intl.ListFormat('en-GB').format(ROLES)}. The default is user.`

/** Returns the text to print. */
export async function userCommand(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
  const [verb, ...rest] = args
  if (args.includes('--help')) return USAGE
  if (verb === 'add') return await add(rest, variables)
  if (verb === 'sign-out') return await signOut(rest, variables)
  throw new StartError(USAGE)
}

async function add(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
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
  const [email, ...more] = positionals
  const { name, tenant, role } = values
  const isKnown = (one: string) => ROLES.some((known) => known === one)
  if (!email || !name || !tenant || more.length > 0 || !role.every(isKnown))
    throw new StartError(USAGE)
  return await addUser(
    readEnv(variables),
    { email, name, tenant, roles: [...new Set(role)] },
    values['password-stdin'] ? readPassword : promptPassword,
  )
}

async function signOut(args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      tenant: { type: 'string' },
      all: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  })
  const [email, ...more] = positionals
  const env = readEnv(variables)
  if (values.all && email === undefined && values.tenant === undefined) {
    if (!values.yes)
      await askYes('This signs out all users in all organisations.', 'No one was signed out.')
    return await signOutAll(env)
  }
  if (values.all || values.yes || !email || more.length > 0) throw new StartError(USAGE)
  return await signOutUser(env, email, values.tenant)
}

/** Ends the sessions of the users with this address, in one organisation or all. */
async function signOutUser(env: Env, email: string, label?: string): Promise<string> {
  return await withInstallation(env, async (pools) => {
    const tenants =
      label === undefined ? await listTenants(pools) : [await findTenant(pools, label)]
    const lines = await inEach(pools, tenants, async (db, { id, domain }) => {
      const scope = scopeOf(id)
      const user = await findUserForSignIn(db, scope, email)
      if (!user) return []
      await deleteChallenges(db, scope, user.id)
      const ended = await revokeAllSessions(db, scope, user.id)
      const subject = `user ${user.id}`
      await recordEvent(db, { scope }, 'session.revoked_by_operator', {
        subject,
        details: { ended },
      })
      return [`Signed out ${email} at ${domain}: ${sessions(ended)}.`]
    })
    if (lines.length > 0) return lines.join('\n')
    throw new StartError(
      `No user has the email address ${email}, so no one was signed out. Check the address.`,
    )
  })
}

async function signOutAll(env: Env): Promise<string> {
  return await withInstallation(env, async (pools) => {
    const counts = await inEach(pools, await listTenants(pools), async (db, { id }) => {
      await deleteEveryChallenge(db, scopeOf(id))
      const ended = await revokeEverySession(db, scopeOf(id))
      await recordEvent(db, { scope: scopeOf(id) }, 'sessions.revoked_by_operator', {
        details: { ended },
      })
      return [ended]
    })
    return `Signed out all users: ${sessions(counts.reduce((sum, count) => sum + count, 0))}.`
  })
}

async function inEach<T>(
  pools: Pools,
  tenants: NamedTenant[],
  work: (db: Db, tenant: NamedTenant) => Promise<T[]>,
): Promise<T[]> {
  const results: T[] = []
  for (const tenant of tenants)
    results.push(...(await withTenant(pools, tenant.id, (db) => work(db, tenant))))
  return results
}

function sessions(count: number) {
  return plural(count, { one: '# session', other: '# sessions' })
}
