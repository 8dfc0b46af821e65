import { beforeEach, expect, test } from 'vitest'
import { aSession, aUser } from '#testing/factories.ts'
import { anOpenAssessment, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

// save_responses checks the sessions of a batch itself. Other endpoints must refuse for the same reasons.
const t = await testApp({ works: false })
let { tenant, user, anna, id, a, first } = await anOpenAssessment(t)
beforeEach(async () => {
  ;({ tenant, user, anna, id, a, first } = await anOpenAssessment(t))
  await anna.finish(id, a)
  // Another valid session of the same user, and another active user, change nothing.
  await aSession(t.db, user)
  await aUser(t.db, { tenant })
})

const OWN = 'id = (select min(id) from sessions where user_id = $1)'
const TENANT = 'id = (select tenant_id from users where id = $1)'
const OTHER = '(select max(id) from users u where u.tenant_id = s.tenant_id)'

test.each([
  ['a revoked session', `update sessions set revoked_at = now() where ${OWN}`, '401 signed-out'],
  ['an expired session', `update sessions set expires_at = now() where ${OWN}`, '401 signed-out'],
  [
    'another user’s session',
    `update sessions s set user_id = ${OTHER} where ${OWN}`,
    '401 signed-out',
  ],
  ['an inactive user', 'update users set is_active = false where id = $1', '401 signed-out'],
  ['an auditor', `update users set roles = '{auditor}' where id = $1`, '403 forbidden'],
  ['a god-admin', `update users set roles = '{god-admin}' where id = $1`, '403 forbidden'],
  [
    'a user who has not accepted the terms',
    'update users set accepted_terms_version = 0 where id = $1',
    '403 terms-not-accepted',
  ],
  [
    'a user without the required two-step verification',
    `update tenants set is_mfa_required = true where ${TENANT}`,
    '403 mfa-setup-required',
  ],
  [
    'a suspended organisation',
    `update tenants set status = 'suspended' where ${TENANT}`,
    '403 organisation-suspended',
  ],
])('%s is refused at the next request', async (_, sql, refusal) => {
  const calls = [
    () => anna.caller.get('/overview'),
    () => anna.caller.get(`/assessments/${id}/elements/${a}`),
    () => anna.save(id, choice(first, 1, 1, 1)),
  ]
  const answers = async () => {
    const all = []
    for (const call of calls) all.push(await call())
    return all.map(({ status, code = '' }) => `${status} ${code}`.trim())
  }
  expect(await answers()).toEqual(['200', '200', '200'])
  await t.owner.query(sql, [user.id])
  expect(await answers()).toEqual([refusal, refusal, refusal])
  const query = 'select from response_events where tenant_id = $1'
  expect((await t.owner.query(query, [tenant.id])).rowCount).toBe(5)
})
