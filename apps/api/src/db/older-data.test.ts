import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
// Ids are numbers, and moments texts, as for the product.
import './pools.ts'
import { type Table, readTenantTables } from '#testing/catalogue.ts'
import { olderDatabase } from '#testing/database.ts'
import { type Row, fillTable } from '#testing/fill-table.ts'

type Older = Awaited<ReturnType<typeof olderDatabase>>

let older: Older | undefined
afterEach(async () => {
  await older?.drop()
  older = undefined
})

/** A database as it was then, and what puts rows into it by its own catalogue. */
async function before(migration: string) {
  older = await olderDatabase(migration)
  const { owner, goOn } = older
  const tables: Table[] = await readTenantTables(owner)
  const { rows } = await owner.query<{ id: number }>(
    `insert into tenants (name, domain) values ('Acme', 'acme'), ('Other', 'other') returning id`,
  )
  const [acme, other] = rows.map(({ id }) => ofTenant(id))
  if (!acme || !other) throw new Error('Two organisations were added.')
  return { acme, other, owner, goOn }

  function ofTenant(tenantId: number) {
    const put = (name: string, given: Row = {}) => fillTable(owner, tables, name, tenantId, given)
    return {
      put,
      /** An edition of one element, with a statement for each of these keys. */
      edition: async (keys: string[]) => {
        const { id: content_set_id } = await put('content_sets')
        const { id: element_id } = await put('elements', { content_set_id })
        const set = await put('statement_sets', { element_id })
        const place = { content_set_id, element_id, statement_set_id: set.id }
        const ids: Record<string, unknown> = {}
        for (const [position, key] of keys.entries())
          ids[key] = (await put('statements', { ...place, key, position })).id
        return { content_set_id, element_id, ids }
      },
      assessment: (content_set_id: unknown, given: Row = {}) =>
        put('assessments', { content_set_id, ...given }),
    }
  }
}

const HASHED = { media_type: 'text/plain', sha256: Buffer.alloc(32) }
const AT = {
  before: '2026-03-01T12:00:00Z',
  end: '2026-03-02T12:00:00Z',
  after: '2026-03-03T12:00:00Z',
}

test('files of assessments that had moved to another edition follow to the statement of the same key (0104)', async () => {
  const { acme, other, owner, goOn } = await before('0104-files-follow.sql')
  const old = await acme.edition(['A1', 'gone'])
  const next = await acme.edition(['B1', 'A1'])
  const foreign = await other.edition(['A1'])
  const moved = await acme.assessment(next.content_set_id)
  const stayed = await acme.assessment(old.content_set_id)
  const elsewhere = await other.assessment(foreign.content_set_id)
  const attach = async (of: typeof acme, assessment: Row, statement_id: unknown) =>
    (await of.put('attachments', { assessment_id: assessment.id, statement_id })).id
  const expected = new Map([
    [await attach(acme, moved, old.ids.A1), next.ids.A1],
    [await attach(acme, moved, old.ids.gone), old.ids.gone],
    [await attach(acme, moved, next.ids.B1), next.ids.B1],
    [await attach(acme, stayed, old.ids.A1), old.ids.A1],
    [await attach(other, elsewhere, foreign.ids.A1), foreign.ids.A1],
  ])
  await goOn()
  const { rows } = await owner.query<Row>('select id, statement_id from attachments')
  expect(new Map(rows.map((row) => [row.id, row.statement_id]))).toEqual(expected)
}, 60_000)

test('of a review that had ended it is kept what was submitted then, of an open one what stands (0105)', async () => {
  const { acme, owner, goOn } = await before('0105-what-was-submitted.sql')
  const { put } = acme
  const { content_set_id, element_id, ids } = await acme.edition(['A1'])
  const next = await acme.edition(['A1'])
  const statement_id = ids.A1
  const [low, high] = [
    await put('statement_responses', { statement_id, position: 0, value: 0 }),
    await put('statement_responses', { statement_id, position: 1, value: 1 }),
  ]
  // Returned, answered anew, and then moved to the next edition.
  const returned = await acme.assessment(next.content_set_id, { type: 'certification' })
  const of = { assessment_id: returned.id, statement_id }
  const review = await put('reviews', {
    assessment_id: returned.id,
    status: 'returned',
    ended_at: AT.end,
  })
  await put('review_responses', { review_id: review.id, statement_id })
  const answered = { ...of, state: 1 }
  await put('response_events', {
    ...answered,
    version: 1,
    after_response_id: low.id,
    at: AT.before,
  })
  await put('response_events', {
    ...answered,
    version: 2,
    after_response_id: high.id,
    at: AT.after,
  })
  await put('notes', { ...of, statement_id: next.ids.A1, version: 3, updated_at: AT.before })
  const file = { assessment_id: returned.id, statement_id: next.ids.A1, status: 'clean', ...HASHED }
  const kept = await attach({ created_at: AT.before, removed_at: AT.after })
  await attach({ created_at: AT.before, removed_at: AT.before })
  await attach({ created_at: AT.after })
  await attach({ created_at: AT.before, status: 'uploading' })
  // Waits for an auditor.
  const waiting = await acme.assessment(content_set_id, { type: 'certification' })
  const open = await put('reviews', { assessment_id: waiting.id, status: 'submitted' })
  await put('responses', {
    assessment_id: waiting.id,
    statement_id,
    state: 1,
    statement_response_id: high.id,
  })
  await put('element_completions', { assessment_id: waiting.id, element_id })
  await goOn()
  const answer = (statement_response_id: unknown) => [
    { statement_id, state: 1, statement_response_id, not_applicable_reason: null },
  ]
  const { rows } = await owner.query<Row>('select id, content_set_id, submitted from reviews')
  expect(rows.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual([
    {
      id: review.id,
      content_set_id,
      submitted: {
        answers: answer(low.id),
        elements: [element_id],
        notes: [{ statement_id, version: 3 }],
        files: [{ statement_id, id: kept.id }],
      },
    },
    {
      id: open.id,
      content_set_id,
      submitted: { answers: answer(high.id), elements: [element_id], notes: [], files: [] },
    },
  ])

  function attach(given: Row) {
    return put('attachments', { ...file, key: randomUUID(), ...given })
  }
}, 60_000)

test('files that already wait for the virus scanner wait since they were begun (0120)', async () => {
  const { acme, owner, goOn } = await before('0120-scanning-since.sql')
  const { content_set_id, ids } = await acme.edition(['A1'])
  const { id: assessment_id } = await acme.assessment(content_set_id)
  const file = { assessment_id, statement_id: ids.A1, status: 'scanning', ...HASHED }
  await acme.put('attachments', { ...file, created_at: AT.before })
  await goOn()
  const { rows } = await owner.query<{ scanning_since: string }>(
    'select scanning_since from attachments',
  )
  expect(rows).toEqual([{ scanning_since: new Date(AT.before).toISOString() }])
}, 60_000)

test('people who are there already are counted, organisation by organisation (0148)', async () => {
  const { acme, other, owner, goOn } = await before('0148-headcounts.sql')
  await acme.put('users', { is_active: true })
  await acme.put('users', { is_active: false })
  await acme.put('users', { is_active: false, removed_at: AT.before })
  await other.put('users', { is_active: true })
  await goOn()
  const { rows } = await owner.query<Row>(
    `select t.domain, h.people, h.active from headcounts h join tenants t on t.id = h.tenant_id order by t.domain`,
  )
  expect(rows).toEqual([
    { domain: 'acme', people: 2, active: 1 },
    { domain: 'other', people: 1, active: 1 },
  ])
}, 60_000)
