import { sql } from 'kysely'
import type {
  OrganisationTermsBody,
  TermsDraft,
  TermsDraftBody,
  TermsVersion,
} from 'contract/terms-editing'
import type { Scope, Db } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

/** Newest first, with the number of acceptances in these organisations. */
export async function listVersions(db: Db, scope: VisibleScope): Promise<TermsVersion[]> {
  const rows = await db
    .selectFrom('terms as t')
    .selectAll()
    .select([
      sql<number>`(select count(*) from terms_acceptances a
        where ${inScope('a.tenant_id', scope)} and a.terms_id = t.id)`.as('accepted'),
      sql<boolean>`t.effective_at > now()`.as('is_coming'),
    ])
    .orderBy('t.version', 'desc')
    .execute()
  const current = rows.find(({ is_coming }) => !is_coming)?.version ?? 0
  return rows.map(({ is_coming: _, ...row }) => ({
    ...row,
    status: statusOf(row.version, current),
  }))
}

function statusOf(version: number, current: number): TermsVersion['status'] {
  if (version > current) return 'coming'
  return version === current ? 'in-force' : 'earlier'
}

export async function countActiveUsers(db: Db, scope: VisibleScope): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('count'))
    .where(inScope('tenant_id', scope))
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function findDraft(db: Db, scope: Scope): Promise<TermsDraft | null> {
  const row = await db
    .selectFrom('terms_drafts as d')
    .leftJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'd.tenant_id').onRef('u.id', '=', 'd.saved_by'),
    )
    .select([
      'd.text',
      'd.what_changed',
      'd.must_accept',
      sql<string | null>`d.effective_on::text`.as('effective_on'),
      'd.version',
      'd.saved_at',
      'u.name as saved_by',
    ])
    .where('d.tenant_id', '=', scope.tenantId)
    .orderBy('d.of_version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

const nextVersion = sql<number>`(select coalesce(max(version), 0) + 1 from terms)`

/** False if someone else saved it in the meantime. */
export async function writeDraft(
  db: Db,
  scope: Scope,
  { version, effective_on, ...draft }: TermsDraftBody,
  writer: number,
): Promise<boolean> {
  const day = sql<Date | null>`${effective_on}::date`
  const values = { ...draft, effective_on: day, saved_by: writer }
  if (version === 0) {
    const made = await db
      .insertInto('terms_drafts')
      .values({ tenant_id: scope.tenantId, of_version: nextVersion, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return made.numInsertedOrUpdatedRows === 1n
  }
  const changed = await db
    .updateTable('terms_drafts')
    .set({
      ...values,
      version: sql<number>`nextval('terms_draft_versions')`,
      saved_at: sql<string>`now()`,
    })
    .where('tenant_id', '=', scope.tenantId)
    .where('version', '=', version)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** False if someone else saved or deleted it in the meantime. */
export async function deleteDraft(db: Db, scope: Scope, version: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('terms_drafts')
    .where('tenant_id', '=', scope.tenantId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The draft's day starts in the platform's time zone. */
export async function insertVersion(db: Db, draft: TermsDraft, timeZone: string): Promise<number> {
  const { version } = await db
    .insertInto('terms')
    .values({
      version: nextVersion,
      text: draft.text,
      what_changed: draft.what_changed || null,
      must_accept: draft.must_accept,
      effective_at: sql<string>`greatest(now(),
        coalesce(${draft.effective_on}::date::timestamp at time zone ${timeZone}, now()))`,
    })
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export async function listOrganisationTerms(db: Db, scope: Scope) {
  return await db
    .selectFrom('terms_additions')
    .select(['version', 'text', 'published_at'])
    .where('tenant_id', '=', scope.tenantId)
    .orderBy('version', 'desc')
    .execute()
}

/** False if someone else published one in the meantime. */
export async function insertOrganisationTerms(
  db: Db,
  scope: Scope,
  { text, version }: OrganisationTermsBody,
) {
  const { numAffectedRows } = await sql`
    insert into terms_additions (tenant_id, version, text)
    select ${scope.tenantId}, ${version + 1}, ${text} from terms_additions where tenant_id = ${scope.tenantId}
    having coalesce(max(version), 0) = ${version}
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}
