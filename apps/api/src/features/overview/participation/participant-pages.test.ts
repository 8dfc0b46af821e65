import { participation } from 'contract/participation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let large: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
afterAll(() => t.close())

async function listed(person: TestUser, query: string) {
  const { body } = await t.as(person).get(`/participation${query}`)
  return participation.list.response.parse(body)
}

test('a list of more than 1,000 has every page in order, and counts 1,000', async () => {
  const tenant = await aTenant(t.db, { domain: 'large' })
  large = tenant
  const boss = await aUser(t.db, { tenant, roles: ['admin'], name: 'Zed' })
  const setId = await aContentSet(t.db, { tenant, file: aSmallSet(1, 1) })
  await t.owner.query(
    `insert into users (tenant_id, email, name) select $1, n || '@large.example', 'Person ' || to_char(n, 'FM0000')
      from generate_series(1, 2100) n`,
    [tenant.id],
  )
  await t.owner.query(
    `insert into assessments (tenant_id, user_id, content_set_id, year, type, status, touched_at)
     select tenant_id, id, $2, $3, 'self_assessment', 'in_progress', now() - make_interval(hours => (id % 777)::int)
     from users where tenant_id = $1 and name like 'Person%' and id % 2 = 0`,
    [tenant.id, setId, THIS_YEAR],
  )
  await t.owner.query(
    `update users set removed_at = now(), name = 'Former user' where tenant_id = $1 and name = 'Person 0007' or name = 'Person 0008'`,
    [tenant.id],
  )
  await t.owner.query('analyze users, assessments')
  for (const [state, sort] of [
    ['not_started', 'name.asc'],
    ['in_progress', 'name.desc'],
    ['in_progress', 'touched_at.desc'],
    ['not_started,in_progress', 'name.asc'],
    ['not_started,in_progress', 'touched_at.asc'],
  ] as const) {
    const rows = await everyPage(boss, `?state=${state}&sort=${sort}`)
    const { rows: counted } = await t.owner.query<{ n: string }>(
      `select count(*) as n from users u left join assessments a on a.user_id = u.id where u.tenant_id = $1
          and (a.id is not null or u.removed_at is null) and (case when a.id is null then 'not_started' else a.status end) = any($2)`,
      [tenant.id, state.split(',')],
    )
    expectInOrder(rows, Number(counted[0]?.n), sort)
  }
})

test('a search that finds more than 1,000 has every page in order, and counts 1,000', async () => {
  const boss = await aUser(t.db, { tenant: large, roles: ['admin'], name: 'Zoe' })
  for (const [query, wanted] of [
    ['state=not_started', `a.id is null`],
    ['state=in_progress&sort=touched_at.desc', `a.id is not null`],
    ['sort=touched_at.asc', 'true'],
  ] as const) {
    const rows = await everyPage(boss, `?name=person&${query}`)
    const { rows: counted } = await t.owner.query<{ n: string }>(
      `select count(*) as n from users u left join assessments a on a.user_id = u.id
        where u.tenant_id = $1 and u.removed_at is null and u.name like 'Person%' and ${wanted}`,
      [large.id],
    )
    const sort = /sort=([a-z_.]+)/.exec(query)?.[1] ?? 'name.asc'
    expectInOrder(rows, Number(counted[0]?.n), sort)
  }
})

test('a list of hundreds has every page in order, with removed users last', async () => {
  const boss = await aUser(t.db, { tenant: large, roles: ['admin'], name: 'Ann' })
  await t.owner.query(
    `with done as (update assessments set status = 'completed', touched_at = now() where tenant_id = $1 and id % 4 = 0 returning user_id)
     update users set removed_at = now(), name = 'Former user' where id in (select user_id from done where user_id % 3 = 0)`,
    [large.id],
  )
  for (const sort of ['name.asc', 'name.desc', 'touched_at.asc'] as const) {
    const page = (n: number) => listed(boss, `?state=completed&sort=${sort}&limit=25&page=${n}`)
    const pages = [await page(1)]
    while ((pages.at(-1)?.rows.length ?? 0) > 0) pages.push(await page(pages.length + 1))
    const rows = pages.flatMap((one) => one.rows)
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => rows.length))
    expect(rows.length).toBeGreaterThan(200)
    expect(rows.filter(({ person }) => person.is_removed).length).toBeGreaterThan(50)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows.map(keyOf(sort))).toEqual(rows.map(keyOf(sort)).toSorted(compare(sort)))
  }
})

/** The rows of all pages, of more than 1,000. */
async function everyPage(person: TestUser, query: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const answer = await listed(person, `${query}&limit=100&page=${page}`)
    expect(answer).toMatchObject({ total: 1000, has_more_than_total: true })
    if (answer.rows.length === 0) return rows
    rows.push(...answer.rows)
  }
}

function expectInOrder(rows: Row[], count: number, sort: string) {
  expect([sort, rows.length]).toEqual([sort, count])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(rows.map(keyOf(sort))).toEqual(rows.map(keyOf(sort)).toSorted(compare(sort)))
}

type Row = Awaited<ReturnType<typeof listed>>['rows'][number]

/** Removed users, and users who have not started, come last either way. */
function keyOf(sort: string) {
  return ({ person, assessment }: Row): [last: boolean, by: string] =>
    sort.startsWith('name')
      ? [person.is_removed, person.is_removed ? '' : person.name.toLowerCase()]
      : [assessment === null, assessment?.touched_at ?? '']
}

function compare(sort: string) {
  const way = sort.endsWith('asc') ? 1 : -1
  return ([last, by]: [boolean, string], [otherLast, otherBy]: [boolean, string]) =>
    Number(last) - Number(otherLast) || way * (by < otherBy ? -1 : by > otherBy ? 1 : 0)
}
