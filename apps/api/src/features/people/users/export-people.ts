import type { ListedPerson, PeopleFilter } from 'contract/people'
import { type PlatformScope, type SignedInContext, scopeOf } from '#core/context.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import type { ListCell, ListFile } from '#support/list-file.ts'
import { inView } from '#support/tenant-scope.ts'
import { wishOf } from './list-people.ts'
import { type PersonKey, findPeople, listPeopleByKey } from '#features/people/people.queries.ts'

/** More than any installation has; ids alone are held, the rows come in batches. */
const MOST = 1_000_000
const BATCH = 500

/** The whole list of people in view as a file; each organisation's audit log tells who took it. */
export async function exportPeople(
  context: SignedInContext,
  query: PeopleFilter,
  ending: 'csv' | 'xlsx',
): Promise<ListFile> {
  const { scope, keys } = await inView(context, async (db, scope) => {
    const { keys } = await findPeople(db, { ...wishOf(query), skip: 0, most: MOST })
    for (const [tenantId, people] of countByTenant(keys))
      await recordEvent(db, scopeOf(tenantId), {
        action: 'users exported',
        actorId: context.actor.id,
        details: { people, format: ending },
        requestId: context.request.id,
      })
    return { scope, keys }
  })
  const { app, tenant, reply } = context
  const day = app.adapters.now().toISOString().slice(0, 10)
  const name = `${tenant.domain}-users-${day}.${ending}`
  reply.header('content-disposition', `attachment; filename="${name}"`)
  return { title: 'Users', columns: COLUMNS, rows: rowsOf(context, scope, keys) }
}

function countByTenant(keys: readonly PersonKey[]) {
  const counts = new Map<number, number>()
  for (const { tenantId } of keys) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1)
  return counts
}

const COLUMNS = [
  { header: 'Name', width: 30 },
  { header: 'Email', width: 36 },
  { header: 'Organisation', width: 30 },
  { header: 'Role', width: 14 },
  { header: 'Status', width: 10 },
  { header: 'Last signed in (UTC)', width: 20 },
]

async function* rowsOf(
  { app }: SignedInContext,
  scope: PlatformScope,
  keys: readonly PersonKey[],
): AsyncGenerator<ListCell[]> {
  for (let at = 0; at < keys.length; at += BATCH) {
    const batch = keys.slice(at, at + BATCH)
    const people = await withTenants(app.pools, scope.tenantIds, (db) =>
      listPeopleByKey(db, scope, batch),
    )
    yield* people.map(rowOf)
  }
}

function rowOf(person: ListedPerson): ListCell[] {
  return [
    person.name,
    person.email,
    person.tenant.name,
    person.roles.map((role) => ROLE_WORDS[role]).join(', '),
    person.is_active ? 'Active' : 'Inactive',
    person.last_login_at === null ? null : new Date(person.last_login_at),
  ]
}

const ROLE_WORDS = {
  'god-admin': 'God-admin',
  admin: 'Admin',
  user: 'User',
  auditor: 'Auditor',
} as const
