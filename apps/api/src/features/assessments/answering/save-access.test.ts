import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aSession,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

// save_responses checks the session itself, for a whole batch: each reason to refuse is tried on it and on an ordinary
// endpoint, with everything else as usual.

let t: TestApp
let tenant: TestTenant
let user: TestUser
let ways: [name: string, go: () => ReturnType<Respondent['save']>][]
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
beforeEach(async () => {
  tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aTinySet() })
  user = await aUser(t.db, { tenant })
  const anna = aRespondent(t, user)
  const id = await anna.open()
  const element = (await anna.overview()).elements[0]?.id ?? 0
  await anna.finish(id, element)
  const [statement] = (await anna.quiz(id, element)).statements
  if (!statement) throw new Error('The element has two statements.')
  // Of the same person and in force: it vouches for no other.
  await aSession(t.db, user)
  await aUser(t.db, { tenant })
  ways = [
    ['the dashboard', () => anna.caller.get('/overview')],
    ['saving', () => anna.caller.put(`/assessments/${id}/responses`, choice(statement, 1, 1, 1))],
  ]
})
afterAll(() => t.close())

const FIRST = 'id = (select min(id) from sessions where user_id = $1)'

const refusals: [why: string, what: string, answer: string][] = [
  [
    'a session that was ended',
    `update sessions set revoked_at = now() where ${FIRST}`,
    '401 signed-out',
  ],
  [
    'a session whose days are over',
    `update sessions set expires_at = now() where ${FIRST}`,
    '401 signed-out',
  ],
  [
    'a session that is somebody else’s',
    `update sessions s set user_id = (select max(id) from users u where u.tenant_id = s.tenant_id) where ${FIRST}`,
    '401 signed-out',
  ],
  [
    'a person who was deactivated',
    'update users set is_active = false where id = $1',
    '401 signed-out',
  ],
  [
    'a role that has no user area',
    `update users set roles = '{auditor}' where id = $1`,
    '403 forbidden',
  ],
  [
    'the role that is kept out of the user area',
    `update users set roles = '{god-admin}' where id = $1`,
    '403 forbidden',
  ],
  [
    'terms that are not accepted',
    'update users set accepted_terms_version = 0 where id = $1',
    '403 terms-not-accepted',
  ],
  [
    'a second step that is asked for and not set up',
    'update tenants set is_mfa_required = true where id = (select tenant_id from users where id = $1)',
    '403 mfa-setup-required',
  ],
  [
    'an organisation that is suspended',
    `update tenants set status = 'suspended' where id = (select tenant_id from users where id = $1)`,
    '403 organisation-suspended',
  ],
]

test.for(refusals)('%s is refused at the next request', async ([, sql, answer]) => {
  expect(await answers()).toEqual(ways.map(([name]) => `${name}: 200`))
  await t.owner.query(sql, [user.id])
  expect(await answers()).toEqual(ways.map(([name]) => `${name}: ${answer}`))
  expect(await countChanges()).toBe(5)
})

async function answers() {
  const all = []
  for (const [name, go] of ways) {
    const { status, code } = await go()
    all.push(`${name}: ${[status, code].filter(Boolean).join(' ')}`)
  }
  return all
}

async function countChanges() {
  const { rowCount } = await t.owner.query('select from response_events where tenant_id = $1', [
    tenant.id,
  ])
  return rowCount
}
