import { plural } from 'rules/plural'
import { type Db, scopeOf } from '#db/scope.ts'
import type { Env } from '#core/env.ts'
import { type Pools, withTenant } from '#db/pools.ts'
import { StartError } from '#start-error.ts'
import { deleteChallenges, deleteEveryChallenge } from '#features/identity/challenges.queries.ts'
import { findUserForSignIn } from '#features/identity/accounts.queries.ts'
import { revokeAllSessions, revokeEverySession } from '#features/identity/sessions.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { type NamedTenant, findTenant, listTenants, withInstallation } from './open-installation.ts'
import { printDone } from './print-rows.ts'

/** Ends the sessions of the users with this address, in one organisation or all. */
export async function signOutUser(
  env: Env,
  email: string,
  { tenant: label, json }: { tenant?: string; json: boolean },
): Promise<string> {
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
      const said = `Signed out ${email} at ${domain}: ${sessions(ended)}.`
      return [printDone(json, said, { tenant: domain, email, sessions: ended })]
    })
    if (lines.length > 0) return lines.join('\n')
    throw new StartError(
      label === undefined
        ? `No user has the email address ${email}, so no one was signed out. Check the address.`
        : `No user at ${label} has the email address ${email}, so no one was signed out. Check the address and the organisation.`,
    )
  })
}

export async function signOutAll(env: Env, { json }: { json: boolean }): Promise<string> {
  return await withInstallation(env, async (pools) => {
    const counts = await inEach(pools, await listTenants(pools), async (db, { id }) => {
      await deleteEveryChallenge(db, scopeOf(id))
      const ended = await revokeEverySession(db, scopeOf(id))
      await recordEvent(db, { scope: scopeOf(id) }, 'sessions.revoked_by_operator', {
        details: { ended },
      })
      return [ended]
    })
    const ended = counts.reduce((sum, count) => sum + count, 0)
    return printDone(json, `Signed out all users: ${sessions(ended)}.`, { sessions: ended })
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
