import { submissions } from 'contract/submissions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAttachment } from '#testing/attached.ts'
import { aCertification, aProvingSet, aSubmission } from '#testing/certifying.ts'
import { EICAR, startClamav } from '#testing/clamav-server.ts'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aTenant,
  aUser,
  anAssessment,
} from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { scanAttachment } from './scan-attachment.ts'

let clamav: Awaited<ReturnType<typeof startClamav>>
let t: TestApp
let tenant: TestTenant
let user: TestUser
let contentSetId: number
beforeAll(async () => {
  clamav = await startClamav()
  t = await startTestApp({ works: false, env: { CLAMAV_URL: clamav.url } })
  tenant = await aTenant(t.db)
  contentSetId = await aContentSet(t.db, { tenant, file: aProvingSet('A1') })
}, 30_000)
beforeEach(async () => {
  user = await aUser(t.db, { tenant })
})
afterAll(async () => {
  await t.close()
  clamav.close()
})

/** A file with a virus at the first statement, scanned after so long a wait; the scan runs twice at once. */
async function infected(assessment: number, waited = '0 s') {
  const { id: statement } = await t.db
    .selectFrom('statements')
    .select('id')
    .where('content_set_id', '=', contentSetId)
    .where('key', '=', 'A1')
    .executeTakeFirstOrThrow()
  const file = { name: 'plan.txt', bytes: Buffer.from(EICAR), status: 'scanning' as const }
  const id = await anAttachment(t, { user, assessment, statement, ...file })
  await t.owner.query(
    'update attachments set scanning_since = scanning_since - $2::interval where id = $1',
    [id, waited],
  )
  const job = { tenantId: tenant.id, id }
  await Promise.all([scanAttachment(t.app, job), scanAttachment(t.app, job)])
  return { id, statement }
}

async function mailed() {
  const { rows } = await t.owner.query<{ text: string }>(
    `select text from mails where recipient = $1 and subject = 'A virus was found in one of your files'`,
    [user.email],
  )
  return rows.map(({ text }) => text.replaceAll(/\s+/g, ' '))
}

test.each([
  ['submitted', 'withdraw the submission before the review begins, remove the file'],
  ['begun', 'The auditor sees it too and can return the assessment; then remove the file'],
] as const)(
  'a virus found after the submission is told to the respondent once, with what they can do: %s',
  async (is, words) => {
    const { assessment } = await aSubmission(t.db, { user, contentSetId, is })
    const { id, statement } = await infected(assessment)
    const [text, ...others] = await mailed()
    expect(others).toEqual([])
    expect(text).toContain('A virus was found in plan.txt')
    expect(text).toContain(words)
    expect(text).toMatch(/\/\?type=certification&year=\d+/)
    const answer = await t.as(user).get(`/assessments/${assessment}/submission`)
    expect(submissions.get.response.parse(answer.body)).toMatchObject({
      infected: [{ id, name: 'plan.txt', statement_id: statement, number: '1.1' }],
      missing: [],
    })
  },
)

test('of a virus found after certification the respondent is told, and that nothing changes', async () => {
  await aCertification(t.db, { user, contentSetId })
  const { id } = await t.db
    .selectFrom('assessments')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  await infected(id)
  expect(await mailed()).toMatchObject([expect.stringContaining('its files stay as they are')])
})

test('while it can be removed, only whoever has left in the meantime gets a mail', async () => {
  const assessment = await anAssessment(t.db, { user, contentSetId })
  await infected(assessment)
  expect(await mailed()).toEqual([])
  await infected(assessment, '1 day')
  expect(await mailed()).toMatchObject([
    expect.stringContaining('Remove the file, and attach one without a virus.'),
  ])
  const { rows } = await t.owner.query(
    `select 1 from audit_events where tenant_id = $1 and actor_id = $2 and action = 'virus_scan.found'`,
    [tenant.id, user.id],
  )
  expect(rows).toHaveLength(2)
})
