import { rolesLabel } from 'contract/labels'
import { knownRoles } from '#core/permissions.ts'
import { platformScopeOf } from '#db/scope.ts'
import { withTenants } from '#db/pools.ts'
import type { Env } from '#core/env.ts'
import { findUserLocks } from '#features/identity/account-locks.ts'
import { listSignIns } from '#features/people/users/sign-ins.queries.ts'
import {
  findTenant,
  installationSecret,
  listTenants,
  withInstallation,
} from './open-installation.ts'
import { type Column, printRows, timeText } from './print-rows.ts'

export const MOST_USERS = 10_000

type Options = { tenant?: string; role?: string; search?: string; json: boolean }

/** The users of one organisation or all, with how they sign in. */
export async function listUsers(env: Env, { tenant, json, ...filter }: Options): Promise<string> {
  return await withInstallation(env, async (pools, ownerUrl) => {
    const secret = await installationSecret(env, ownerUrl)
    const tenants =
      tenant === undefined ? await listTenants(pools) : [await findTenant(pools, tenant)]
    const ids = tenants.map(({ id }) => id)
    const users = await withTenants(pools, ids, (db) =>
      listSignIns(db, platformScopeOf(ids), filter, MOST_USERS),
    )
    const locks = await findUserLocks({ pools, secret }, users)
    const rows = users.map(({ id, tenant_id: _, ...user }) => ({
      ...user,
      locked_until: locks.get(id) ?? null,
    }))
    return printRows(rows, { isJson: json, columns: COLUMNS, none: 'No users were found.' })
  })
}

type Row = Omit<Awaited<ReturnType<typeof listSignIns>>[number], 'id' | 'tenant_id'> & {
  locked_until: string | null
}

const COLUMNS: Column<Row>[] = [
  ['organisation', ({ tenant }) => tenant],
  ['email', ({ email }) => email],
  ['name', ({ name }) => name],
  ['roles', ({ roles }) => rolesLabel(knownRoles(roles))],
  ['status', statusOf],
  ['signs in with', methodsOf],
  ['last signed in (UTC)', ({ last_login_at }) => timeText(last_login_at)],
]

function statusOf({ is_active, locked_until }: Row): string {
  if (!is_active) return 'inactive'
  return locked_until === null ? 'active' : `locked until ${timeText(locked_until)}`
}

function methodsOf({ has_password, mfa_enabled, identities }: Row): string {
  const password = mfa_enabled ? 'password and code' : 'password'
  return [...(has_password ? [password] : []), ...identities].join(', ') || 'nothing yet'
}
