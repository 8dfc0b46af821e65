import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let acme: TestTenant
let globex: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  acme = await aTenant(t.db, { domain: 'acme' })
  globex = await aTenant(t.db, { domain: 'globex' })
  await t.owner.query(
    `insert into one_time_links (tenant_id, kind, email, roles, expires_at, used_at, revoked_at)
      select $1, 'invite', n || '@acme.example', '{user}', now() + case n % 4 when 3 then '-1 day' else '1 day' end::interval,
        case n % 4 when 1 then now() end, case n % 4 when 2 then now() end from generate_series(1, 1200) n`,
    [acme.id],
  )
  // Beside many organisations with few links one does not expect so many.
  await t.owner.query(
    `with made as (insert into tenants (name, domain) select 'Few ' || n, 'few-' || n from generate_series(1, 100) n returning id)
      insert into one_time_links (tenant_id, kind, email, roles, expires_at, used_at)
      select id, 'invite', n || '@few.example', '{user}', now(), now() from made cross join generate_series(1, 10) n`,
  )
  await t.owner.query('vacuum analyze one_time_links')
})
afterAll(() => t.close())

test('an organisation says how many invitations are open: not used, not withdrawn, not run out', async () => {
  const admin = await aUser(t.db, { tenant: acme, roles: ['admin'] })
  const other = await aUser(t.db, { tenant: globex, roles: ['admin'] })
  const shown = async (user: typeof admin, { id }: TestTenant) =>
    (await t.as(user).get(`/customers/${id}`)).body
  expect(await shown(admin, acme)).toMatchObject({ open_invitations: 300 })
  expect(await shown(other, globex)).toMatchObject({ open_invitations: 0 })
})

test('they are counted in the view of the organisation alone, and none that was used is looked at', async () => {
  await t.owner.query(
    `begin; set local role wm_platform; set local app.tenant_ids = '{${acme.id}}'`,
  )
  const before = await read()
  // The plan is a general one from the sixth time on.
  for (let times = 0; times < 8; times += 1) {
    const { rows } = await t.owner.query({
      name: 'open',
      text: 'select open_invitations($1)',
      values: [acme.id],
    })
    expect(rows[0]).toEqual({ open_invitations: 300 })
  }
  expect((await read()) - before).toBeLessThan(100)
  await t.owner.query(`set local app.tenant_ids = '{${globex.id}}'`)
  const { rows } = await t.owner.query('select open_invitations($1)', [acme.id])
  expect(rows[0]).toEqual({ open_invitations: 0 })
  await t.owner.query('rollback')
})

/** How many rows of links this connection has read so far. */
async function read(): Promise<number> {
  const { rows } = await t.owner.query(
    `select (idx_tup_fetch + seq_tup_read)::int as n from pg_stat_xact_user_tables where relname = 'one_time_links'`,
  )
  return rows[0]?.n ?? 0
}
