import { reviews as contract } from 'contract/reviews'
import { expect, test } from 'vitest'
import { anAttachment } from '#testing/attached.ts'
import { aSetWithEvidence, aSubmission, anAuditor } from '#testing/certifying.ts'
import { aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const acme = await aTenant(t.db, { domain: 'acme' })
const contentSetId = await aContentSet(t.db, { tenant: acme, file: aSetWithEvidence('C1') })
const ada = t.as(await anAuditor(t.db, acme))
const statements = await t.sql<{ id: number; key: string }>`
  select id, key from statements where content_set_id = ${contentSetId}`
const at = (key: string) => statements.find((one) => one.key === key)?.id ?? 0

async function aStartedReview() {
  const user = await aUser(t.db, { tenant: acme })
  const submission = await aSubmission(t.db, { user, contentSetId, is: 'started' })
  return { user, ...submission }
}

const confirm = (review: number, keys: string[], looked_at?: number[]) =>
  ada.post(`/reviews/${review}/confirmations`, {
    version: 1,
    statement_ids: keys.map(at),
    looked_at,
  })

const shown = async (review: number) =>
  contract.get.response.parse((await ada.get(`/reviews/${review}`)).body)

/** What an auditor has to look at, and one statement that shows it. */
const NOTABLE: [string, string, () => Promise<number>][] = [
  [
    'a file',
    'A1',
    async () => {
      const { user, assessment, review } = await aStartedReview()
      await anAttachment(t, { user, assessment, statement: at('A1') })
      return review
    },
  ],
  [
    'a file with a virus',
    'A1',
    async () => {
      const { user, assessment, review } = await aStartedReview()
      await anAttachment(t, { user, assessment, statement: at('A1'), status: 'quarantined' })
      return review
    },
  ],
  ['a response that asks for evidence', 'C1', async () => (await aStartedReview()).review],
  [
    'a change since the last round',
    'A2',
    async () => {
      const { assessment, review } = await aStartedReview()
      await t.sql`update reviews set status = 'returned', ended_at = now() where id = ${review}`
      await t.sql`update responses set statement_response_id = null, not_applicable_reason = 'We have none.'
        where assessment_id = ${assessment} and statement_id = ${at('A2')} and state = 1`
      const [next] = await t.sql<{ id: number }>`insert into reviews
          (tenant_id, assessment_id, content_set_id, round, submitted_at, status, started_at, submitted)
        select tenant_id, assessment_id, content_set_id, 2, now(), 'started', now(), jsonb_set(submitted, '{answers}',
          (select jsonb_agg(case when (one ->> 'statement_id')::bigint = ${at('A2')} and one ->> 'state' = '1'
            then one || '{"statement_response_id": null, "not_applicable_reason": "We have none."}' else one end)
          from jsonb_array_elements(submitted -> 'answers') one))
        from reviews where id = ${review} returning id`
      return next?.id ?? 0
    },
  ],
]

test.each(NOTABLE)(
  'a statement with %s is confirmed with the rest only after the auditor has looked at it',
  async (_, key, prepare) => {
    const review = await prepare()
    for (const lookedAt of [undefined, [], [at('B1')]])
      expect(await confirm(review, ['B1', key], lookedAt)).toMatchObject({
        code: 'invalid-input',
        body: {
          fields: { statement_ids: 'Open the statements with evidence or a change first' },
        },
      })
    expect((await shown(review)).reviewed).toBe(0)
    expect((await confirm(review, ['B1', key], [at(key)])).status).toBe(200)
    expect((await shown(review)).reviewed).toBe(2)
  },
)

test('statements without anything to look at are confirmed unseen', async () => {
  const { review } = await aStartedReview()
  expect((await confirm(review, ['A1', 'A2', 'B1'])).status).toBe(200)
})

test('a flag counts even for a statement that was looked at', async () => {
  const { review } = await aStartedReview()
  await ada.put(`/reviews/${review}/flags`, { statement_id: at('A1'), is_flagged: true })
  const body = { version: 2, statement_ids: [at('A1')], looked_at: [at('A1')] }
  expect(await ada.post(`/reviews/${review}/confirmations`, body)).toMatchObject({
    code: 'invalid-input',
    body: {
      fields: {
        statement_ids: 'One of these statements is flagged. Reload the page, then confirm the rest',
      },
    },
  })
})
