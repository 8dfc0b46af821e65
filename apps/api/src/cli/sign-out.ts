import { type Db, scopeOf } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import { StartError } from '#core/start-error.ts'
import { type Pools, withTenant } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { revokeAllSessions, revokeEverySession } from '#features/identity/sessions.queries.ts'
import { deleteChallenges, deleteEveryChallenge } from '#features/identity/challenges.queries.ts'
import { findUserForSignIn } from '#features/identity/users.queries.ts'
import { type NamedTenant, findTenant, listTenants } from './find-tenant.ts'
import { withInstallation } from './open-installation.ts'

/** Ends the sessions of the users with this address, in one organisation or all. */
export async function signOutUser(env: Env, email: string, label?: string): Promise<string> {
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
    throw new StartError(`No user has the address ${email}. No one was signed out.`)
  })
}

export async function signOutAll(env: Env): Promise<string> {
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
  return count === 1 ? '1 session' : `${count} sessions`
}
