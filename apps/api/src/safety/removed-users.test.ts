import { afterAll, expect, test } from 'vitest'
import { PRIVATE, SHARED } from '#features/people/users/user-record.queries.ts'
import { GLOBAL_TABLES } from '#testing/catalogue.ts'
import { copyDatabase } from '#testing/database.ts'

const t = await copyDatabase()
afterAll(async () => await t.close())

const columnsOf = (tables: readonly string[]) => tables.map((table) => `${table}.user_id`)

/** Ends with the user's row only: the log of who accepted which terms can't be changed. */
const WITH_THE_ROW = ['terms_acceptances.user_id']

/** A user's id without a reference. It may be of another organisation or of a user who is gone, and then has no name. */
const IDS_OF_USERS = [
  'actions.created_by',
  'actions.updated_by',
  'assessment_events.actor_id',
  'attachments.uploaded_by',
  'audit_clients.user_id',
  'audit_events.actor_id',
  'certifications.issued_by',
  'certifications.revoked_by',
  'comments.resolved_by',
  'content_imports.created_by',
  'content_sets.changed_by',
  'content_sets.draft_saved_by',
  'draft_elements.saved_by',
  'edition_moves.moved_by',
  'generated_files.created_by',
  'handovers.person_id',
  'notes.updated_by',
  'notifications.sent_by',
  'one_time_links.invited_by',
  'response_events.user_id',
  'responses.updated_by',
  'review_responses.reviewer_id',
  'reviews.reviewer_id',
]

/** Other numbers without a reference. */
const OTHERS = [
  'assessments.family_id',
  'authenticators.last_step',
  'certifications.family_id',
  'content_sets.family_id',
  'content_sets.template_family_id',
  'content_sets.template_id',
  'due_dates.family_id',
  'generated_files.bytes',
  'handover_codes.connection_id',
  'handovers.connection_id',
  'identities.connection_id',
  'notifications.family_id',
  'removed_links.connection_id',
  'presence.element_id',
  'presence.statement_id',
  'reports.content_set_id',
  'response_events.after_response_id',
  'response_events.before_response_id',
  'response_events.statement_id',
  'review_responses.declared_response_id',
  'sessions.connection_id',
]

/** By what happens to the row when the user's row is deleted: c (it goes too), n (it forgets the user), a (refused). */
async function referencesTo(table: string, onDelete: string) {
  const { rows } = await t.owner.query<{ name: string }>(
    `select k.conrelid::regclass || '.' || a.attname as name
     from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
     where k.contype = 'f' and k.confrelid = $1::regclass and k.confdeltype = $2 order by name`,
    [table, onDelete],
  )
  return rows.map(({ name }) => name)
}

test('what refers to a user is private and goes with them, or is shared work and keeps their row', async () => {
  expect(await referencesTo('users', 'c')).toEqual(
    [...columnsOf(PRIVATE), 'tenant_auditors.auditor_id', ...WITH_THE_ROW].toSorted(),
  )
  expect(await referencesTo('users', 'a')).toEqual(
    SHARED.map((reference) => reference.join('.')).toSorted(),
  )
  expect(await referencesTo('users', 'n')).toEqual(['terms_drafts.saved_by'])
})

test('every other id in a table is known to be a user’s or something else', async () => {
  const { rows } = await t.owner.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
       and a.atttypid = 'bigint'::regtype and a.attname not in ('tenant_id', 'id')
       and not exists (select from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey))
     order by name`,
    [GLOBAL_TABLES],
  )
  expect(rows.map(({ name }) => name)).toEqual([...IDS_OF_USERS, ...OTHERS].toSorted())
})
