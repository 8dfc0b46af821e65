import type pg from 'pg'

const CONTENT = ['draft_elements', 'content_sets']
const WAYS_IN = ['authenticators', 'recovery_codes', 'identities', 'sso_connections']
const REPLACED = ['content_imports', ...WAYS_IN, 'attachments']
/** In the order in which they refer to each other. */
const REVIEWS = ['reviews', 'review_responses', 'certifications']

/**
 * Remembers people, their ways in, sessions, links, imports, files and reviews as they are now; the result puts them back, so
 * that each rightful call finds the same ground. Attempts are forgotten too, and whom else was made or mailed to.
 */
export async function keepRows(owner: pg.ClientBase): Promise<() => Promise<void>> {
  const kept = ['tenants', 'users', 'mails', 'sessions', 'one_time_links', 'assessments', 'reports']
  for (const table of [...kept, ...CONTENT, ...REPLACED, ...REVIEWS])
    await owner.query(`create temporary table kept_${table} as select * from ${table}`)
  const putBack = await putBackUsers(owner)
  return async () => {
    await owner.query(`update tenants t set name = k.name, status = k.status, version = k.version, logo = k.logo,
      brand_colour = k.brand_colour, time_zone = k.time_zone, retention_years = k.retention_years,
      sign_in_mode = k.sign_in_mode, is_mfa_required = k.is_mfa_required,
      attachment_quota = k.attachment_quota from kept_tenants k where k.id = t.id`)
    for (const table of ['users', 'mails', ...CONTENT])
      await owner.query(`delete from ${table} where id not in (select id from kept_${table})`)
    await owner.query(putBack)
    await putBackDrafts(owner)
    await owner.query(
      `update content_sets c set status = k.status, retired_at = k.retired_at from kept_content_sets k where k.id = c.id`,
    )
    await owner.query(
      `update sessions s set revoked_at = k.revoked_at from kept_sessions k where k.id = s.id`,
    )
    await owner.query(`update one_time_links l set used_at = k.used_at, revoked_at = k.revoked_at,
      signature_hash = k.signature_hash, expires_at = k.expires_at from kept_one_time_links k where k.id = l.id`)
    await owner.query(
      `update assessments a set status = k.status from kept_assessments k where k.id = a.id`,
    )
    for (const table of REPLACED) {
      await owner.query(`delete from ${table}`)
      await owner.query(`insert into ${table} select * from kept_${table}`)
    }
    await putBackReviews(owner)
    await owner.query('delete from terms_drafts')
    await owner.query('delete from rate_limits')
  }
}

/** One that was published meanwhile cannot become a draft again: it is made anew. */
async function putBackDrafts(owner: pg.ClientBase): Promise<void> {
  await owner.query(`delete from content_sets c using kept_content_sets k
    where k.id = c.id and k.status = 'draft' and c.status <> 'draft'`)
  await owner.query(`insert into content_sets select * from kept_content_sets k
    where k.status = 'draft' and not exists (select from content_sets c where c.id = k.id)`)
  await owner.query(`insert into draft_elements select * from kept_draft_elements k
    where not exists (select from draft_elements e where e.id = k.id)`)
}

/** What a certificate brought goes with it: certified answers and the frozen report. */
async function putBackReviews(owner: pg.ClientBase): Promise<void> {
  for (const table of REVIEWS.toReversed()) await owner.query(`delete from ${table}`)
  await owner.query(
    `delete from reports where kind = 'certification' and id not in (select id from kept_reports)`,
  )
  for (const table of ['responses', 'response_events'])
    await owner.query(`delete from ${table} where state = 3 and (tenant_id, assessment_id) in
      (select tenant_id, id from assessments where status <> 'certified')`)
  for (const table of REVIEWS) await owner.query(`insert into ${table} select * from kept_${table}`)
}

/** Also those who are gone; what the database works out by itself is left to it. */
async function putBackUsers(owner: pg.ClientBase): Promise<string> {
  const { rows } = await owner.query<{ column: string }>(
    `select quote_ident(column_name) as column from information_schema.columns
     where table_schema = 'public' and table_name = 'users' and is_generated = 'NEVER'`,
  )
  const columns = rows.map(({ column }) => column)
  const changes = columns.map((column) => `${column} = excluded.${column}`)
  return `insert into users (${columns.join(', ')}) select ${columns.join(', ')} from kept_users
    on conflict (tenant_id, id) do update set ${changes.join(', ')}`
}
