import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import packageJson from '#package.json' with { type: 'json' }
import type { App } from '#core/context.ts'
import { withTenants } from '#db/pools.ts'

/** Milliseconds. */
export const BEAT = 20_000

const id = randomUUID()

/** Tells the other nodes that this one is running. */
export async function beat({ pools, env }: App): Promise<void> {
  const name = `${hostname()}:${env.PORT}`
  await withTenants(pools, [], async (db) => {
    await db
      .insertInto('nodes')
      .values({ id, name, version: packageJson.version })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql`now()` }))
      .execute()
    await db
      .deleteFrom('nodes')
      .where('seen_at', '<', sql<string>`now() - interval '1 hour'`)
      .execute()
  })
}

/** Called when the process stops. */
export async function endBeat({ pools }: App): Promise<void> {
  await withTenants(pools, [], (db) => db.deleteFrom('nodes').where('id', '=', id).execute())
}
