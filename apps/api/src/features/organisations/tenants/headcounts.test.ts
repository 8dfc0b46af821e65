import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleUrl } from '#db/roles.ts'
import { aTenant } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

const WRITERS = 6

let t: TestApp
let tenants: number[]
let writers: pg.Client[]
beforeAll(async () => {
  t = await startTestApp({ works: false })
  tenants = []
  for (const _ of [1, 2, 3]) tenants.push((await aTenant(t.db)).id)
  writers = await Promise.all(Array.from({ length: WRITERS }, aWriter))
})
afterAll(async () => {
  await Promise.all(writers.map((writer) => writer.end()))
  await t.close()
})

async function aWriter() {
  const writer = new pg.Client(roleUrl(t.ownerUrl, 'wm_platform', TEST_SECRET))
  await writer.connect()
  return writer
}

/** What is written to people: $1 is an organisation, $2 another (or the same), $3 says how many and which. */
const WRITES = {
  'many come at once': `insert into users (tenant_id, email, name, is_active)
    select case n % 2 when 0 then $1 else $2 end::bigint, gen_random_uuid() || '@example.org', 'New', n % 3 > 0 from generate_series(1, $3::int) n`,
  'somebody comes, or is there and becomes active': `insert into users (tenant_id, email, name) select x, 'same-' || $3::int || '@example.org', 'Same'
    from unnest(array[$1::bigint, $2::bigint]) x group by x on conflict (tenant_id, email_norm) do update set is_active = true`,
  'some are activated or not': `update users set is_active = not is_active where tenant_id in ($1, $2) and id % 5 < $3::int`,
  'some sign in': `update users set last_login_at = now() where tenant_id in ($1, $2) and id % 5 < $3::int`,
  'some become former users': `update users set removed_at = now(), is_active = false where tenant_id in ($1, $2) and id % 5 = $3::int % 5`,
  'some go elsewhere': `update users set tenant_id = $2 where tenant_id = $1 and id % 4 = $3::int % 4 and email not like 'same-%'`,
  'some leave no row': `delete from users where tenant_id in ($1, $2) and id % 3 = $3::int % 3`,
}

const someWrites = fc.array(
  fc.record({
    what: fc.constantFrom(...Object.values(WRITES)),
    from: fc.nat(2),
    to: fc.nat(2),
    which: fc.integer({ min: 1, max: 7 }),
  }),
  { minLength: 1, maxLength: 4 },
)
const someTransactions = fc.array(
  fc.record({ writes: someWrites, end: fc.constantFrom('commit', 'commit', 'rollback') }),
  { minLength: 1, maxLength: 8 },
)
type Writes = typeof someWrites extends fc.Arbitrary<infer T> ? T : never
type Transaction = { writes: Writes; end: string }

async function run(writer: pg.Client | undefined, { writes, end }: Transaction) {
  await writer?.query(`begin; select set_config('app.tenant_ids', '{${tenants.join(',')}}', true)`)
  for (const { what, from, to, which } of writes)
    await writer?.query(what, [tenants[from], tenants[to], which])
  await writer?.query(end)
}

/** Of each organisation what is kept, and what there is. */
async function counts() {
  const kept = await t.owner.query(
    `select tenant_id, sum(people)::int as people, sum(active)::int as active from headcounts
     group by tenant_id having sum(people) <> 0 or sum(active) <> 0 order by 1`,
  )
  const counted = await t.owner.query(
    `select tenant_id, count(*) filter (where removed_at is null)::int as people, count(*) filter (where is_active)::int as active
     from users group by tenant_id having count(*) filter (where removed_at is null or is_active) > 0 order by 1`,
  )
  return { kept: kept.rows, counted: counted.rows }
}

test('the number of people that is kept is the number of people there are, whatever is written', async () => {
  await fc.assert(
    fc.asyncProperty(someTransactions, async (transactions) => {
      for (const transaction of transactions) {
        await run(writers[0], transaction)
        const { kept, counted } = await counts()
        expect(kept).toEqual(counted)
      }
    }),
    { numRuns: 40 },
  )
}, 60_000)

test('it is so after writes at the same time, for which there is a row for each at most', async () => {
  // Each has people of its own, so that only the counting could make one wait for the other.
  const coming = { what: WRITES['many come at once'], from: 0, to: 1, which: 5 }
  const transaction = (end: string): Transaction => ({ writes: [coming, coming], end })
  for (let round = 0; round < 20; round += 1)
    await Promise.all(
      writers.map((writer, place) => run(writer, transaction(place % 3 ? 'commit' : 'rollback'))),
    )
  const { kept, counted } = await counts()
  expect(kept).toEqual(counted)
  const { rows } = await t.owner.query('select count(*)::int from headcounts group by tenant_id')
  for (const { count } of rows) expect(count).toBeLessThanOrEqual(WRITERS)
}, 60_000)

test('whoever changes the number of people waits for nobody who does so, too', async () => {
  const coming = { what: WRITES['many come at once'], from: 0, to: 0, which: 3 }
  const [one, other] = writers
  await run(one, { writes: [coming], end: 'savepoint open' })
  await other?.query(`set statement_timeout = '5s'`)
  await run(other, { writes: [coming], end: 'commit' })
  await one?.query('commit')
  const { kept, counted } = await counts()
  expect(kept).toEqual(counted)
})
