import type pg from 'pg'
import { rowVersionReader, touchedSince } from './row-versions.ts'

const CONTENT = ['draft_elements', 'content_sets']
const WAYS_IN = ['authenticators', 'recovery_codes', 'identities', 'sso_connections']
const REPLACED = ['content_imports', 'content_exports', ...WAYS_IN, 'attachments']
/** In the order in which they refer to each other. */
const REVIEWS = ['reviews', 'review_responses', 'certifications']

/**
 * Remembers people, their ways in, sessions, links, imports, exports, files and reviews as they are now; the result puts them back, so
 * that each rightful call finds the same ground. Attempts are forgotten too, and whom else was made or mailed to.
 */
export async function keepRows(owner: pg.ClientBase): Promise<() => Promise<void>> {
  const kept = ['tenants', 'users', 'mails', 'sessions', 'one_time_links', 'assessments', 'reports']
  for (const table of [...kept, ...CONTENT, ...REPLACED, ...REVIEWS])
    await owner.query(`create temporary table kept_${table} as select * from ${table}`)
  const people = await putBackUsers(owner)
  // Those that are replaced as a whole: most calls write to none.
  const readVersions = rowVersionReader(owner, [...REPLACED, ...REVIEWS])
  let versions = await readVersions()
  return async () => {
    // At once: each statement by itself would be a journey and a commit.
    const first = [...putBackTenants(), people, ...putBackDrafts(), ...putBackStates()]
    await owner.query(first.join(';\n'))
    const changed = new Set(touchedSince(versions, await readVersions()))
    const then = [
      ...REPLACED.flatMap((table) =>
        changed.has(table)
          ? [`delete from ${table}`, `insert into ${table} select * from kept_${table}`]
          : [],
      ),
      ...(REVIEWS.some((table) => changed.has(table)) ? putBackReviews() : []),
      'delete from terms_drafts',
      'delete from rate_limits',
    ]
    await owner.query(then.join(';\n'))
    if (changed.size > 0) versions = await readVersions()
  }
}

function putBackTenants(): string[] {
  return [
    `update tenants t set name = k.name, status = k.status, version = k.version, logo = k.logo,
      brand_colour = k.brand_colour, time_zone = k.time_zone, retention_years = k.retention_years,
      sign_in_mode = k.sign_in_mode, is_mfa_required = k.is_mfa_required,
      attachment_quota = k.attachment_quota from kept_tenants k
      where k.id = t.id and k::text <> t::text`,
    ...['users', 'mails', ...CONTENT].map(
      (table) => `delete from ${table} where id not in (select id from kept_${table})`,
    ),
  ]
}

/** One that was published meanwhile cannot become a draft again: it is made anew. */
function putBackDrafts(): string[] {
  return [
    `delete from content_sets c using kept_content_sets k
      where k.id = c.id and k.status = 'draft' and c.status <> 'draft'`,
    `insert into content_sets select * from kept_content_sets k
      where k.status = 'draft' and not exists (select from content_sets c where c.id = k.id)`,
    `insert into draft_elements select * from kept_draft_elements k
      where not exists (select from draft_elements e where e.id = k.id)`,
  ]
}

function putBackStates(): string[] {
  return [
    `update content_sets c set status = k.status, retired_at = k.retired_at from kept_content_sets k
      where k.id = c.id and (c.status, c.retired_at) is distinct from (k.status, k.retired_at)`,
    `update sessions s set revoked_at = k.revoked_at from kept_sessions k
      where k.id = s.id and s.revoked_at is distinct from k.revoked_at`,
    `update one_time_links l set used_at = k.used_at, revoked_at = k.revoked_at,
      signature_hash = k.signature_hash, expires_at = k.expires_at from kept_one_time_links k
      where k.id = l.id and k::text <> l::text`,
    `update assessments a set status = k.status from kept_assessments k
      where k.id = a.id and a.status <> k.status`,
  ]
}

/** What a certificate brought goes with it: certified answers and the frozen report. */
function putBackReviews(): string[] {
  return [
    ...REVIEWS.toReversed().map((table) => `delete from ${table}`),
    `delete from reports where kind = 'certification' and id not in (select id from kept_reports)`,
    ...['responses', 'response_events'].map(
      (table) => `delete from ${table} where state = 3 and (tenant_id, assessment_id) in
        (select tenant_id, id from assessments where status <> 'certified')`,
    ),
    ...REVIEWS.map((table) => `insert into ${table} select * from kept_${table}`),
  ]
}

/** Also those who are gone; what the database works out by itself is left to it. */
async function putBackUsers(owner: pg.ClientBase): Promise<string> {
  const { rows } = await owner.query<{ column: string }>(
    `select quote_ident(column_name) as column from information_schema.columns
     where table_schema = 'public' and table_name = 'users' and is_generated = 'NEVER'`,
  )
  const columns = rows.map(({ column }) => column)
  const changes = columns.map((column) => `${column} = excluded.${column}`)
  return `insert into users (${columns.join(', ')}) select ${columns.join(', ')} from kept_users k
    where not exists (select from users u where u.id = k.id and u::text = k::text)
    on conflict (tenant_id, id) do update set ${changes.join(', ')}`
}
