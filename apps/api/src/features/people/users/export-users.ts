import type { Readable } from 'node:stream'
import { rolesLabel } from 'contract/labels'
import type { ListedUser, UsersFilter } from 'contract/users'
import type { SignedInContext } from '#core/context.ts'
import { listUserKeys, listUsersByKey } from '#features/people/users.queries.ts'
import { exportList } from '#support/export-list.ts'
import type { ListCell } from '#support/stream-workbook.ts'

/** All matching users as a file. */
export async function exportUsers(
  context: SignedInContext,
  query: UsersFilter,
  format: 'csv' | 'xlsx',
): Promise<Readable> {
  return await exportList(context, format, {
    title: 'Users',
    columns: COLUMNS,
    action: 'users.exported',
    details: (people) => ({ people }),
    listKeys: (db, scope) => listUserKeys(db, scope, query),
    listRows: async (db, scope, keys) => (await listUsersByKey(db, scope, keys)).map(cellsOf),
  })
}

const COLUMNS = [
  { header: 'Name', width: 30 },
  { header: 'Email', width: 36 },
  { header: 'Organisation', width: 30 },
  { header: 'Role', width: 14 },
  { header: 'Status', width: 10 },
  { header: 'Last signed in (UTC)', width: 20 },
]

function cellsOf(user: ListedUser): ListCell[] {
  return [
    user.name,
    user.email,
    user.tenant.name,
    rolesLabel(user.roles),
    user.is_active ? 'Active' : 'Inactive',
    user.last_login_at === null ? null : new Date(user.last_login_at),
  ]
}
