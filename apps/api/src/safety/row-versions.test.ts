import { expect, test } from 'vitest'
import { aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { changesOf, keepRows, rowVersionReader } from '#testing/row-versions.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
await aUser(t.db, { tenant, name: 'Ada' })

test.each([
  ['an added row', () => aUser(t.db, { tenant })],
  ['a changed row', () => t.owner.query(`update users set name = 'Grace' where name = 'Ada'`)],
  ['a row that is written unchanged', () => t.owner.query('update users set name = name')],
  ['a deleted row', () => t.owner.query(`delete from users where name = 'Grace'`)],
  [
    'a row that is replaced by an equal one',
    () =>
      t.owner.query(
        'create temporary table u as select * from users; delete from users; insert into users (id, tenant_id, email, name) select id, tenant_id, email, name from u',
      ),
  ],
])('%s changes the version of its tenant in its table only', async (_, write) => {
  await aUser(t.db, { tenant: await aTenant(t.db) })
  const read = await rowVersionReader(t.owner)
  const before = await read()
  expect(changesOf(before, await read())).toEqual([])
  await write()
  const changes = changesOf(before, await read())
  expect(changes).toContain(`${tenant.id}/users`)
  expect(changes.filter((name) => !name.endsWith('/users'))).toEqual([])
})

test('kept rows are put back after changes and deletions', async () => {
  await aContentSet(t.db, { tenant })
  const texts = async () =>
    (await t.owner.query('select users::text from users union all select id::text from elements'))
      .rows
  const before = await texts()
  const { restore } = await keepRows(t.owner)
  await t.owner.query(`update users set name = 'Mary'`)
  await t.owner.query('delete from users where tenant_id = $1', [tenant.id])
  expect(await texts()).not.toEqual(before)
  await restore()
  expect(await texts()).toEqual(before)
})
