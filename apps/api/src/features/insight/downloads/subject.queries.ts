import { type RawBuilder, sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'

/** Whose data is read: the organisation's, or one user's. */
export type Subject = {
  scope: Scope
  /** Undefined for everything of the organisation. */
  userId: number | undefined
  /** One transaction of the organisation. */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

export type Row = { [key: string]: string | number | boolean | string[] | object | null }
export type RowWithId = Row & { id: number }

/** Rows that are read in one transaction. */
export const BATCH = 1000

/** All rows of a query with an id, one batch after the other. The query names its rows after the last id. */
export async function* byId<R extends RowWithId>(
  { read }: Subject,
  select: (after: number) => RawBuilder<R>,
): AsyncGenerator<R> {
  for (let after = 0; ;) {
    const last = after
    const { rows } = await read((db) =>
      sql<R>`select * from (${select(last)}) page order by id limit ${BATCH}`.execute(db),
    )
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < BATCH) return
    after = end.id
  }
}

/** The condition that rows belong to the user, by a column with the user's id. */
export function isOwn(column: RawBuilder<unknown>, { userId }: Subject): RawBuilder<boolean> {
  return userId === undefined ? sql`true` : sql`${column} = ${userId}`
}

export async function listRoles(db: Db, { tenantId }: Scope, userId: number): Promise<string[]> {
  const { roles } = await db
    .selectFrom('users')
    .select('roles')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return roles
}
