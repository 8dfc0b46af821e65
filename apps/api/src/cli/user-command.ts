import { type Command, InvalidArgumentError } from 'commander'
import { ROLES } from 'contract/roles'
import { plural } from 'rules/plural'
import { StartError } from '#start-error.ts'
import { readEnv } from '#read-env.ts'
import { addUser } from './add-user.ts'
import { askYes } from './ask-yes.ts'
import { promptPassword, readPassword } from './prompt-password.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import type { Env } from '#core/env.ts'
import { type Pools, withTenant } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { revokeAllSessions, revokeEverySession } from '#features/identity/sessions.queries.ts'
import { deleteChallenges, deleteEveryChallenge } from '#features/identity/challenges.queries.ts'
import { findUserForSignIn } from '#features/identity/accounts.queries.ts'
import { type NamedTenant, findTenant, listTenants, withInstallation } from './open-installation.ts'
import type { Call } from './waymark.ts'

export function userCommand(command: Command, { variables, answer }: Call): void {
  const roles = new Intl.ListFormat('en-GB').format(ROLES)
  command.description('add users, and sign them out')
  command
    .command('add')
    .description('add a user, and ask for their password')
    .argument('<EMAIL>')
    .requiredOption('--name <NAME>')
    .requiredOption('--tenant <LABEL>', 'the organisation')
    .option('--role <ROLE>', `${roles}; repeat for several (default: user)`, readRole)
    .option('--password-stdin', 'read the password from the input', false)
    .action(async (email: string, { name, tenant, role = ['user'], passwordStdin }: AddOptions) => {
      const person = { email, name, tenant, roles: [...new Set(role)] }
      const password = passwordStdin ? readPassword : promptPassword
      answer(await addUser(readEnv(variables), person, password))
    })
  const signOut = command
    .command('sign-out')
    .description('end all sessions of a user, or of everyone with --all')
    .argument('[EMAIL]')
    .option('--tenant <LABEL>', 'only at this organisation')
    .option('--all', 'all users in all organisations', false)
    .option('--yes', 'don’t ask', false)
    .action(async (email: string | undefined, { all, yes, tenant }: SignOutOptions) => {
      if (all ? email !== undefined || tenant !== undefined : yes || email === undefined)
        signOut.error('error: give either EMAIL or --all')
      if (all && !yes)
        await askYes('This signs out all users in all organisations.', 'No one was signed out.')
      const env = readEnv(variables)
      answer(email === undefined ? await signOutAll(env) : await signOutUser(env, email, tenant))
    })
}

type AddOptions = { name: string; tenant: string; role?: string[]; passwordStdin: boolean }
type SignOutOptions = { tenant?: string; all: boolean; yes: boolean }

function readRole(role: string, before: string[] = []): string[] {
  if (!ROLES.some((known) => known === role))
    throw new InvalidArgumentError('There is no such role.')
  return [...before, role]
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
