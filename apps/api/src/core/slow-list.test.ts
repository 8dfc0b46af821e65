import { contract } from 'contract/index'
import type { Endpoint } from 'contract/endpoint'
import { expect, test } from 'vitest'
import { connect } from '#db/connect.ts'
import { type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { withFilters } from './slow-list.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const admin = await aUser(t.db, { tenant, roles: ['admin'] })
const platform = await theTenant(t.db, 'admin')
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })

/** The answer to a call that waits for this table until PostgreSQL ends its statement, as it does after 10 seconds. */
async function endedAnswer(user: TestUser, call: string, table: string) {
  const [path = '', method = 'GET'] = call.split(' ').toReversed()
  const holder = await connect(t.ownerUrl)
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  const answer = method === 'POST' ? t.as(user).post(path) : t.as(user).get(path)
  await expect
    .poll(async () => {
      const rows = await t.sql`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return rows.length
    })
    .toBeGreaterThan(0)
  const ended = await answer
  await holder.query('rollback')
  await holder.end()
  return ended
}

test.each([
  [admin, '/users', 'one_time_links', 'name, email address or role'],
  [god, '/users', 'one_time_links', 'name, organisation, email address or role'],
  [god, '/participation', 'assessments', 'name, organisation, year, type, status or title'],
  [admin, '/audit', 'audit_events', 'search text, action or date'],
  [god, '/customers', 'assessments', 'name or auditor'],
])('a list that takes too long names the filters that narrow it down', async (...example) => {
  const [user, path, table, filters] = example
  const { status, body, headers } = await endedAnswer(user, path, table)
  expect({ status, body }).toEqual({
    status: 503,
    body: {
      code: 'list-too-slow',
      message: `This list takes too long. Narrow it down by ${filters}.`,
      request_id: expect.any(String),
    },
  })
  expect(headers).not.toHaveProperty('retry-after')
})

const INSTEAD = 'Open a list instead, and narrow it down.'

test.each([
  [
    god,
    'POST /users/export/csv',
    'one_time_links',
    'This download',
    'Narrow it down by name, organisation, email address or role.',
  ],
  [
    admin,
    'POST /participation/export/xlsx',
    'assessments',
    'This download',
    'Narrow it down by name, year, type, status or title.',
  ],
  [
    admin,
    'POST /audit/csv',
    'audit_events',
    'This download',
    'Narrow it down by search text, action or date.',
  ],
  [god, '/find?text=anna', 'content_sets', 'This search', INSTEAD],
  [admin, '/dashboard', 'one_time_links', 'The dashboard', INSTEAD],
])('downloads, the finder and the dashboard say what to do instead', async (...example) => {
  const [user, call, table, what, way] = example
  const { status, body, headers } = await endedAnswer(user, call, table)
  expect({ status, body }).toEqual({
    status: 503,
    body: {
      code: 'takes-too-long',
      message: `${what} takes too long. ${way}`,
      request_id: expect.any(String),
    },
  })
  expect(headers).not.toHaveProperty('retry-after')
})

test('every list with filters has names for them', () => {
  const error = Object.assign(new Error('canceling statement'), { code: '57014' })
  const unnamed = Object.values(contract)
    .flatMap((operations): Endpoint[] => Object.values(operations))
    .filter(
      ({ query }) => query !== undefined && 'shape' in query && 'limit' in Object(query.shape),
    )
    .filter(
      (endpoint) => withFilters(error, endpoint, { tenant: { kind: 'organisation' } }) === error,
    )
  expect(unnamed.map(({ path }) => path)).toEqual([])
})
