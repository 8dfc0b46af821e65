import { expect, test } from 'vitest'
import { scopeOf } from '#db/scope.ts'
import { withTenant } from '#db/pools.ts'
import { aContentSet, aSharedAssessment, aTenant, aUser } from '#testing/factories.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import type { DataList } from './data-list.ts'
import { assignments, comments, members } from './shared-lists.ts'
import type { Row, Subject } from './subject.queries.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const contentSetId = await aContentSet(t.db, { tenant, file: aTinySet() })
const owner = await aUser(t.db, { tenant, name: 'Ann Owner' })
const ben = await aUser(t.db, { tenant, name: 'Ben Helper' })
const eve = await aUser(t.db, { tenant, name: 'Eve Reader' })
const people = { owner, contributors: [ben], viewers: [eve] }
const id = await aSharedAssessment(t.db, { ...people, contentSetId })
await t.sql`update assessment_members set left_at = now() where user_id = ${eve.id}`
await t.sql`insert into element_assignments (tenant_id, assessment_id, element_id, user_id, due_on)
  select tenant_id, ${id}, id, case position when 0 then ${ben.id}::bigint end, '2026-12-12'
  from elements where content_set_id = ${contentSetId} and position < 2`
await t.sql`insert into comments (tenant_id, assessment_id, statement_id, key, author_id, text, asked_user_id)
  select tenant_id, ${id}, min(id), gen_random_uuid(), ${eve.id}, 'Since when?', ${ben.id}
  from statements where content_set_id = ${contentSetId} group by tenant_id`

async function rowsOf(listOf: (subject: Subject) => DataList, userId?: number): Promise<Row[]> {
  const read: Subject['read'] = (work) => withTenant(t.app.pools, tenant.id, work)
  const rows: Row[] = []
  for await (const row of listOf({ scope: scopeOf(tenant.id), read, userId }).rows()) rows.push(row)
  return rows
}

test('an organisation’s download has the members of shared assessments and who answers which element', async () => {
  expect(await rowsOf(members)).toMatchObject([
    { assessment_id: id, name: 'Ben Helper', role: 'contributor', left_at: null },
    { name: 'Eve Reader', role: 'viewer', left_at: expect.any(String) },
  ])
  expect(await rowsOf(assignments)).toMatchObject([
    { element: 'Element A', name: 'Ben Helper', due_on: '2026-12-12' },
    { element: 'Element B', name: null },
  ])
})

test('it has comments, and a user’s own has those they wrote or were asked', async () => {
  const question = {
    written_by: 'Eve Reader',
    asked: 'Ben Helper',
    text: 'Since when?',
    reference: 'A1',
  }
  for (const userId of [undefined, eve.id, ben.id])
    expect(await rowsOf(comments, userId)).toMatchObject([question])
  expect(await rowsOf(comments, owner.id)).toEqual([])
})

test('a user’s own download has their own memberships and assignments', async () => {
  expect(await rowsOf(members, eve.id)).toMatchObject([{ email: eve.email }])
  expect(await rowsOf(assignments, ben.id)).toMatchObject([{ email: ben.email }])
  expect(await rowsOf(assignments, eve.id)).toEqual([])
})

/** By table: the list that has its rows, or why none has. */
const LISTS: Record<string, string> = {
  actions: 'plan',
  approvals: 'approvals',
  assessment_members: 'members',
  assessment_visits: 'visits',
  assessments: 'assessments',
  authenticators: 'secret',
  certifications: 'certificates',
  comments: 'comments',
  digests: 'only stops a second mail',
  element_assignments: 'assignments',
  generated_files: 'copies of other rows',
  handover_codes: 'secret',
  identities: 'sign-in-methods',
  mfa_challenges: 'secret',
  notifications: 'reminders',
  one_time_links: 'secret',
  presence: 'only where someone is now',
  recovery_codes: 'secret',
  removed_links: 'former sign-in-methods, kept for a few days',
  reports: 'reports',
  sessions: 'sessions',
  statement_marks: 'marks',
  tenant_auditors: 'of the platform',
  terms_acceptances: 'accepted-terms',
  terms_drafts: 'of the platform',
}

test('every table that refers to a user has a list, or a reason for none', async () => {
  const { rows } = await t.owner.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'users'::regclass order by name`,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(LISTS).toSorted())
})
