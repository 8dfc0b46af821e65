import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  THIS_YEAR,
  type TestTenant,
  type TestUser,
  aContentSet,
  aSession,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

// What is done in one call of the database judges the session without `admit`: each of its reasons to refuse is tried
// on each of these ways, with everything else as usual, so that nothing but the judgement sends them the ordinary way.

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
  await t.owner.query('delete from element_completions where tenant_id = $1', [tenant.id])
  // Of the same person and in force: it vouches for no other.
  await aSession(t.db, user)
  await aUser(t.db, { tenant })
  const opened = { year: THIS_YEAR, type: 'self_assessment' }
  ways = [
    ['the dashboard', () => anna.caller.get('/overview')],
    ['opening', () => anna.caller.post('/assessments', opened)],
    ['an element', () => anna.caller.get(`/assessments/${id}/elements/${element}`)],
    ['completing', () => anna.caller.post(`/assessments/${id}/elements/${element}/completion`)],
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

test.for(refusals)(
  '%s counts at the next request, in one call as in many',
  async ([, sql, answer]) => {
    expect(await answers()).toEqual(ways.map(([name]) => `${name}: 200`))
    await t.owner.query('delete from element_completions where tenant_id = $1', [tenant.id])
    await t.owner.query(sql, [user.id])
    expect(await answers()).toEqual(ways.map(([name]) => `${name}: ${answer}`))
    expect(await leftBehind()).toEqual({ completions: 0, changes: 5 })
  },
)

// A migration that replaces one of them would lose it without a word.
test('the dashboard and an element are planned once for each connection', async () => {
  const { rows } = await t.owner.query<{ proname: string }>(
    `select proname from pg_proc where 'plan_cache_mode=force_generic_plan' = any(proconfig) order by proname`,
  )
  expect(rows.map(({ proname }) => proname)).toEqual([
    'complete_and_stand',
    'own_overview',
    'own_standing',
    'save_responses',
  ])
})

async function answers() {
  const all = []
  for (const [name, go] of ways) {
    const { status, code } = await go()
    all.push(`${name}: ${[status, code].filter(Boolean).join(' ')}`)
  }
  return all
}

async function leftBehind() {
  const { rows } = await t.owner.query<{ completions: number; changes: number }>(
    `select (select count(*)::int from element_completions where tenant_id = $1) as completions,
      (select count(*)::int from response_events where tenant_id = $1) as changes`,
    [tenant.id],
  )
  return rows[0]
}
