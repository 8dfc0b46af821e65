import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Env } from '#core/env.ts'
import { hasPublicHost } from '#core/platform-label.ts'
import { type Pools, withTenants } from '#db/pools.ts'

/** Inserts the special tenants and the first terms of use at the first start. The platform follows its label later. */
export async function seedDatabase(pools: Pools, env: Pick<Env, 'PLATFORM_LABEL'>): Promise<void> {
  const label = env.PLATFORM_LABEL
  const text = await readFile(new URL('./first-terms.md', import.meta.url), 'utf8')
  await withTenants(pools, [], async (db) => {
    await sql`
      insert into tenants (name, domain, kind, brand_colour)
      values ('Waymark platform', ${label}, 'platform', '#3A4A5E') on conflict do nothing`.execute(
      db,
    )
    await sql`update tenants set domain = ${label} where kind = 'platform' and domain <> ${label}`.execute(
      db,
    )
    if (hasPublicHost(env))
      await sql`
        insert into tenants (name, domain, kind, brand_colour)
        values ('Waymark', 'public', 'public', '#3A4A5E') on conflict do nothing`.execute(db)
    await sql`insert into terms (version, text) values (1, ${text}) on conflict do nothing`.execute(
      db,
    )
  })
}
