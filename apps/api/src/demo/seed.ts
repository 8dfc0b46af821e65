import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Pools, withTenants } from '#db/pools.ts'

/** Inserts the two special tenants and the first terms of use at the first start. */
export async function seedDatabase(pools: Pools): Promise<void> {
  const text = await readFile(new URL('./first-terms.md', import.meta.url), 'utf8')
  await withTenants(pools, [], async (db) => {
    await sql`
      insert into tenants (name, domain, kind, brand_colour) values
        ('Waymark', 'public', 'public', '#3A4A5E'), ('Waymark platform', 'admin', 'platform', '#3A4A5E')
      on conflict do nothing`.execute(db)
    await sql`insert into terms (version, text) values (1, ${text}) on conflict do nothing`.execute(
      db,
    )
  })
}
