import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTenantTables } from '#testing/catalogue.ts'
import { changesOf, checksumReader } from '#testing/checksum.ts'
import { type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import { rowVersionReader, touchedSince } from '#testing/row-versions.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let tenant: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  tenant = await aTenant(t.db)
  await aUser(t.db, { tenant, name: 'Ada' })
})
afterAll(() => t.close())

const rename = "update users set name = 'Grace' where name = 'Ada'"

test.each([
  ['a row that is added', () => aUser(t.db, { tenant })],
  ['a row that is changed', () => t.owner.query(rename)],
  ['a row that is written as it was', () => t.owner.query('update users set name = name')],
  ['a row that is gone', () => t.owner.query(`delete from users where name = 'Grace'`)],
  [
    'one gone and one come in its place',
    () =>
      t.owner.query(
        'create temporary table u as select * from users; delete from users; insert into users (id, tenant_id, email, name) select id, tenant_id, email, name from u',
      ),
  ],
])('%s makes another version of its table, and of no other', async (_, write) => {
  const read = rowVersionReader(t.owner, ['tenants', 'users', 'notes'])
  const before = await read()
  expect(touchedSince(before, await read())).toEqual([])
  await write()
  expect(touchedSince(before, await read())).toEqual(['users'])
})

test('the checksums tell what changed and whose it is, also when it is put back and changed again', async () => {
  const read = checksumReader(t.owner, await readTenantTables(t.owner))
  const user = await aUser(t.db, { tenant, name: 'Ada' })
  const before = await read()
  const other = await aTenant(t.db)
  await aUser(t.db, { tenant: other })
  const others = [`${other.id}/users`]
  expect(changesOf(before, await read()).toSorted()).toEqual(others)
  for (const [name, changes] of [
    ['Grace', [`${tenant.id}/users`]],
    ['Ada', []],
    ['Mary', [`${tenant.id}/users`]],
  ] as const) {
    await t.owner.query('update users set name = $1 where id = $2', [name, user.id])
    expect(changesOf(before, await read())).toEqual(expect.arrayContaining([...changes]))
    expect(changesOf(before, await read())).toHaveLength(others.length + changes.length)
  }
  await t.owner.query('delete from users where tenant_id = $1', [tenant.id])
  expect(changesOf(before, await read())).toContain(`${tenant.id}/users`)
})
