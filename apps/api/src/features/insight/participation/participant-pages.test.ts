import { participation } from 'contract/participation'
import { expect, test } from 'vitest'
import {
  THIS_YEAR,
  type TestUser,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db, { domain: 'large' })
const boss = await aUser(t.db, { tenant, roles: ['admin'], name: 'Zed' })
const setId = await aContentSet(t.db, { tenant, file: aSmallSet(1, 1) })
await t.sql`insert into users (tenant_id, email, name)
  select ${tenant.id}, n || '@large.example', 'Person ' || to_char(n, 'FM0000') from generate_series(1, 2100) n`
await t.sql`insert into assessments (tenant_id, user_id, content_set_id, year, type, status, touched_at)
  select tenant_id, id, ${setId}, ${THIS_YEAR}, 'self_assessment', 'in_progress', now() - make_interval(hours => (id % 777)::int)
  from users where tenant_id = ${tenant.id} and name like 'Person%' and id % 2 = 0`
await t.sql`update users set removed_at = now(), is_active = false, name = 'Former user' where name in ('Person 0007', 'Person 0008')`
await t.sql`analyze users, assessments`

async function listed(person: TestUser, query: string) {
  const { body } = await t.as(person).get(`/participation${query}`)
  return participation.list.response.parse(body)
}

test.each([
  ['state=not_started', 'name.asc'],
  ['state=in_progress', 'name.desc'],
  ['state=in_progress', 'touched_at.desc'],
  ['state=not_started,in_progress', 'name.asc'],
  ['state=not_started,in_progress', 'touched_at.asc'],
  ['state=not_started&name=person', 'name.asc'],
  ['state=in_progress&name=person', 'touched_at.desc'],
  ['name=person', 'touched_at.asc'],
])(
  'more than 1,000 rows are counted as 1,000 and have every page in order: %s by %s',
  async (filter, sort) => {
    const rows = await everyPage(`?${filter}&sort=${sort}`)
    expectInOrder(rows, sort)
    const query = new URLSearchParams(filter)
    const states = (query.get('state') ?? 'not_started,in_progress').split(',')
    const counted = await t.sql`
      select u.id from users u left join assessments a on a.user_id = u.id
      where u.tenant_id = ${tenant.id} and (a.id is not null or u.removed_at is null)
        and (case when a.id is null then 'not_started' else a.status end) = any(${states})
        and (${!query.has('name')} or u.removed_at is null and u.name like 'Person%')`
    expect(rows).toHaveLength(counted.length)
  },
)

test('a list of hundreds has every page in order, with removed users last', async () => {
  await t.sql`with done as (
      update assessments set status = 'completed', touched_at = now() where id % 4 = 0 returning user_id)
    update users set removed_at = now(), is_active = false, name = 'Former user' where id in (select user_id from done where user_id % 3 = 0)`
  for (const sort of ['name.asc', 'name.desc', 'touched_at.asc'] as const) {
    const page = (n: number) => listed(boss, `?state=completed&sort=${sort}&limit=25&page=${n}`)
    const pages = [await page(1)]
    while ((pages.at(-1)?.rows.length ?? 0) > 0) pages.push(await page(pages.length + 1))
    const rows = pages.flatMap((one) => one.rows)
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => rows.length))
    expect(rows.length).toBeGreaterThan(200)
    expect(rows.filter(({ person }) => person.is_removed).length).toBeGreaterThan(50)
    expectInOrder(rows, sort)
  }
})

/** The rows of all pages, of more than 1,000. */
async function everyPage(query: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const answer = await listed(boss, `${query}&limit=100&page=${page}`)
    expect(answer).toMatchObject({ total: 1000, has_more_than_total: true })
    if (answer.rows.length === 0) return rows
    rows.push(...answer.rows)
  }
}

function expectInOrder(rows: Row[], sort: string) {
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
  const direction = sort.endsWith('asc') ? 1 : -1
  return ([last, by]: [boolean, string], [otherLast, otherBy]: [boolean, string]) =>
    Number(last) - Number(otherLast) || direction * (by < otherBy ? -1 : by > otherBy ? 1 : 0)
}
