import { submissions } from 'contract/submissions'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { anAttachment } from '#testing/attached.ts'
import { aCertification, aSetWithEvidence, aSubmission } from '#testing/certifying.ts'
import { EICAR, startClamav } from '#testing/clamav-server.ts'
import { aContentSet, aTenant, aUser, anAssessment } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { scanAttachment } from './scan-attachment.ts'

const clamav = await startClamav()
afterAll(() => clamav.close())
const t = await testApp({ works: false, env: { CLAMAV_URL: clamav.url } })
const tenant = await aTenant(t.db)
const contentSetId = await aContentSet(t.db, { tenant, file: aSetWithEvidence('A1') })
let user = await aUser(t.db, { tenant })
beforeEach(async () => {
  user = await aUser(t.db, { tenant })
})

/** Attaches a file with a virus to the first statement and scans it after this wait, twice in parallel. */
async function infected(assessment: number, waited = '0 s') {
  const rows = await t.sql`
    select id from statements where content_set_id = ${contentSetId} and key = 'A1'`
  const statement = Number(rows[0]?.id)
  const file = { name: 'plan.txt', bytes: Buffer.from(EICAR), status: 'scanning' as const }
  const id = await anAttachment(t, { user, assessment, statement, ...file })
  await t.sql`update attachments set scanning_since = scanning_since - ${waited}::interval where id = ${id}`
  const job = { tenantId: tenant.id, id }
  await Promise.all([scanAttachment(t.app, job), scanAttachment(t.app, job)])
  return { id, statement }
}

async function mailed() {
  const rows = await t.sql<{ text: string }>`
    select text from mails where recipient = ${user.email} and subject like 'A virus was found in an attached file%'`
  return rows.map(({ text }) => text.replaceAll(/\s+/g, ' '))
}

test.each([
  ['submitted', 'Withdraw the submission before the review starts. Then remove the file'],
  ['started', 'Ask the auditor to return the assessment. Then remove the file'],
] as const)(
  'a virus found after submission is mailed to the respondent once, with what to do: %s',
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
      infected: [{ id, file_name: 'plan.txt', statement_id: statement, number: '1.1' }],
      missing: [],
    })
  },
)

test('a virus found after certification is mailed to the respondent, and nothing changes', async () => {
  const { assessment } = await aCertification(t.db, { user, contentSetId })
  await infected(assessment)
  expect(await mailed()).toMatchObject([expect.stringContaining('you can’t change its files')])
})

test('while the file can be removed, the respondent gets a mail only after a delayed scan', async () => {
  const assessment = await anAssessment(t.db, { user, contentSetId })
  await infected(assessment)
  expect(await mailed()).toEqual([])
  await infected(assessment, '1 day')
  expect(await mailed()).toMatchObject([
    expect.stringContaining('Remove the file and attach a clean copy.'),
  ])
  const rows = await t.sql`
    select 1 from audit_events where tenant_id = ${tenant.id} and actor_id = ${user.id} and action = 'virus_scan.found'`
  expect(rows).toHaveLength(2)
})
