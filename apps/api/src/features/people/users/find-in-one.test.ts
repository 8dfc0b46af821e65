import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestTenant, aTenant } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let younger: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const older = await aTenant(t.db, { domain: 'older' })
  younger = await aTenant(t.db, { domain: 'younger' })
  for (const [{ id }, people] of [
    [older, 6000],
    [younger, 6000],
  ] as const)
    // Those who signed in together have a part of their name in common, so people are looked at by their ids as well.
    await t.owner.query(
      `insert into users (tenant_id, email, name, last_login_at)
        select $1, n || '@found.example', case when n % 25 = 0 then 'Castellan' else 'Person' end, now() + make_interval(mins => n % 25)
        from generate_series(1, $2::int) n`,
      [id, people],
    )
  await t.owner.query('vacuum analyze users')
})
afterAll(() => t.close())

test.each([
  [
    'list of people',
    `select count(*) from find_people('castellan', null, null, null, 'name.asc', 0, 10)`,
  ],
  ['people who are named', `select find_bearers('castellan', 200)`],
])('of a younger organisation the %s is found without reading the older ones', async (_, find) => {
  await t.owner.query(
    `begin; set local role wm_platform; set local app.tenant_ids = '{${younger.id}}'`,
  )
  const before = await read()
  await t.owner.query(find)
  expect((await read()) - before).toBeLessThan(1000)
  await t.owner.query('rollback')
})

/** How many rows of people this transaction has read so far. */
async function read(): Promise<number> {
  const { rows } = await t.owner.query(
    `select (idx_tup_fetch + seq_tup_read)::int as n from pg_stat_xact_user_tables where relname = 'users'`,
  )
  return rows[0]?.n ?? 0
}
