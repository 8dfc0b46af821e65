import type { Pools } from '#db/pools.ts'

/** Fails if the database doesn't answer. */
export async function probe({ probe: pool }: Pools): Promise<void> {
  await pool.query('select 1')
}

export async function listMigrations({ probe: pool }: Pools): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from migrations')
  return rows.map(({ name }) => name)
}
