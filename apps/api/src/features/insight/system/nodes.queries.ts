import { sql } from 'kysely'
import type { Db } from '#db/scope.ts'

/** With each secret, because nodes have them in another order while the secret is replaced. */
export type Hashes = Record<string, string[]>

type Node = { id: string; name: string; settings: Hashes }

/** The running nodes of this one's version, or of the newest. Others may know other settings. */
export async function listNodes(db: Db, id: string | undefined): Promise<Node[]> {
  const { rows } = await sql<Node>`
    select id, name, settings from nodes where settings is not null and seen_at > now() - interval '1 minute'
      and version = (select version from nodes where id = coalesce(${id ?? null}::uuid, id) order by seen_at desc limit 1) order by name, started_at`.execute(
    db,
  )
  return rows
}

type Beat = { id: string; name: string; version: string; settings: string }

/** As running now. */
export async function saveNode(db: Db, beat: Beat): Promise<void> {
  await db
    .insertInto('nodes')
    .values(beat)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql`now()` }))
    .execute()
}

/** Of nodes that stopped without saying so. */
export async function deleteGoneNodes(db: Db): Promise<void> {
  await db
    .deleteFrom('nodes')
    .where('seen_at', '<', sql<string>`now() - interval '1 hour'`)
    .execute()
}

export async function deleteNode(db: Db, id: string): Promise<void> {
  await db.deleteFrom('nodes').where('id', '=', id).execute()
}
