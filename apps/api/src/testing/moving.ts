import {
  aTenant,
  aUser,
  PIXEL,
  aConnection,
  aContentSet,
  aReport,
  aSharedAssessment,
  anAssessment,
  anIdentity,
} from './factories.ts'
import { anAttachment } from './attached.ts'
import { anAuthenticator } from './authenticator.ts'
import { aBandedSet } from './certifying.ts'
import { aCertification } from './certifying.ts'
import type { TestApp } from './test-app.ts'
import { withSetLists } from './with-set-lists.ts'

/** An organisation with a row in every table that moves with it, and few more. */
export async function aMovingOrganisation(t: TestApp, domain: string) {
  const tenant = await aTenant(t.db, { domain })
  const user = await aUser(t.db, { tenant, roles: ['admin'], name: 'Ida' })
  const file = withSetLists(aBandedSet())
  for (const element of file.elements)
    element.reportBands = [{ from: 0, to: 100, title: 'All', text: 'Go on.' }]
  const contentSetId = await aContentSet(t.db, { tenant, file })
  await aContentSet(t.db, { tenant, file, isPublished: false })
  const assessment = await anAssessment(t.db, { user, contentSetId })
  const [statement] = await t.sql<{ id: number }>`
    select id from statements where content_set_id = ${contentSetId} order by position limit 1`
  const about = { user, assessment, statement: statement?.id ?? 0 }
  await anAttachment(t, about)
  await aReport(t.db, user, assessment)
  const { id: certification } = await aCertification(t.db, { user, contentSetId, year: 2024 })
  await anAuthenticator(t, user)
  const connection = await aConnection(t.db, tenant)
  await anIdentity(t.db, user, 'http://127.0.0.1:9')
  const [id, by] = [tenant.id, user.id]
  await t.sql`update tenants set logo = ${PIXEL} where id = ${id}`
  await t.sql`update sso_connections set has_own_address = true where id = ${connection}`
  await t.sql`insert into notes (tenant_id, assessment_id, statement_id, note, last_key, updated_by)
    values (${id}, ${assessment}, ${about.statement}, 'Since May.', gen_random_uuid(), ${by})`
  await t.sql`insert into statement_marks values (${id}, ${assessment}, ${by}, 'A1')`
  await t.sql`insert into review_flags select tenant_id, id, ${about.statement} from reviews where tenant_id = ${id}`
  await t.sql`insert into certification_reminders values (${id}, ${certification}, 30)`
  await t.sql`insert into due_dates select ${id}, family_id, 2026, 'self_assessment', '2026-12-12'
    from content_sets where id = ${contentSetId}`
  await t.sql`insert into notifications (tenant_id, user_id, kind, family_id, year, type, sent_by)
    select ${id}, ${by}, 'prompted', family_id, 2026, 'self_assessment', ${by} from content_sets where id = ${contentSetId}`
  await t.sql`insert into digests values (${id}, ${by}, '2026-11-20')`
  await t.sql`insert into edition_moves (tenant_id, content_set_id, moved_by, total) values (${id}, ${contentSetId}, ${by}, 3)`
  await t.sql`insert into assessment_events (tenant_id, assessment_id, step, actor_id, actor_name)
    values (${id}, ${assessment}, 'assessment.submitted', ${by}, '')`
  const sharedYear = { owner: user, contentSetId, year: 2023, viewers: [user] }
  const shared = await aSharedAssessment(t.db, sharedYear)
  await t.sql`insert into comments (tenant_id, assessment_id, statement_id, key, author_id, text, asked_user_id, resolved_at, resolved_by)
    values (${id}, ${shared}, ${about.statement}, gen_random_uuid(), ${by}, 'Since **May**?', ${by}, now(), ${by})`
  await t.sql`insert into assessment_visits (tenant_id, assessment_id, user_id) values (${id}, ${shared}, ${by})`
  await t.sql`insert into element_assignments (tenant_id, assessment_id, element_id, declined_at, declined_by, decline_reason, suggested_id)
    select ${id}, ${shared}, min(id), now(), ${by}, 'Not mine.', ${by} from elements where content_set_id = ${contentSetId}`
  await t.sql`insert into element_assignments (tenant_id, assessment_id, element_id, awaited_email)
    select ${id}, ${assessment}, min(id), 'dora@partner.example' from elements where content_set_id = ${contentSetId}`
  await t.sql`insert into approvals (tenant_id, assessment_id, approver_id, asked_by, content)
    values (${id}, ${assessment}, ${by}, ${by}, '0-0-0-0-one')`
  await t.sql`insert into actions (tenant_id, assessment_id, statement_key, key, title, owner_id, due_on, note, created_by, updated_by)
    select ${id}, ${shared}, key, gen_random_uuid(), 'Name a lead', ${by}, '2026-12-12', 'Ask the board.', ${by}, ${by}
    from statements where id = ${about.statement}`
  await t.sql`insert into terms_additions (tenant_id, version, text) values (${id}, 1, 'Also this.')`
  await t.sql`insert into terms_acceptances (tenant_id, user_id, terms_id, address)
    select ${id}, ${by}, id, '203.0.113.7' from terms`
  await t.sql`insert into recovery_codes (tenant_id, user_id, code_hash) values (${id}, ${by}, sha256('a'))`
  await t.sql`with event as (insert into audit_events (tenant_id, actor_id, action, subject, details)
      values (${id}, ${by}, 'user.created', ${`user ${by}`}, '{"roles": "admin"}') returning tenant_id, id)
    insert into audit_clients (tenant_id, event_id, user_id, address, browser)
    select tenant_id, id, ${by}, '203.0.113.7', 'Firefox on Linux' from event`
  return { tenant, user, connection }
}
