import type { Db } from '#db/scope.ts'

/** Undefined while Waymark is open. */
export async function findMaintenance(db: Db) {
  return await db.selectFrom('maintenance').select(['since', 'reason']).executeTakeFirst()
}

/** A second time only changes what users are told. */
export async function startMaintenance(db: Db, reason: string | null): Promise<void> {
  await db
    .insertInto('maintenance')
    .values({ reason })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ reason }))
    .execute()
}

/** Answers whether Waymark was closed. */
export async function endMaintenance(db: Db): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('maintenance').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
