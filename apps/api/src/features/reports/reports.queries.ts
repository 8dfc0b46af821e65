import type { ReportSummary } from 'contract/assessments'
import type { EarlierReport, ReportSnapshot } from 'contract/reports'
import type { AssessmentType } from 'contract/fields'
import { sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { snapshotOf, storedText } from '#features/reports/stored-snapshot.ts'

const SUMMARY = ['id', 'kind', 'type', 'year', 'version', 'title', 'created_at'] as const

export async function listReports(
  db: Db,
  scope: Scope,
  assessmentId: number,
): Promise<ReportSummary[]> {
  const rows = await db
    .selectFrom('reports')
    .select(SUMMARY)
    .where('tenant_id', '=', scope.tenantId)
    .where('assessment_id', '=', assessmentId)
    .where('kind', '=', 'action')
    .orderBy('version', 'desc')
    .execute()
  return rows as ReportSummary[]
}

/** One of the user's own action reports. Certification reports are read with their certificate. */
export async function getReport(db: Db, scope: Scope, userId: number, id: number) {
  const row = await db
    .selectFrom('reports')
    .select([...SUMMARY, 'assessment_id', 'snapshot'])
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('kind', '=', 'action')
    .executeTakeFirstOrThrow(() => notFound('report'))
  return { ...row, type: row.type as AssessmentType }
}

export async function findLatestReport(db: Db, scope: Scope, assessmentId: number) {
  return await db
    .selectFrom('reports')
    .select(['id', 'version', 'content_hash'])
    .where('tenant_id', '=', scope.tenantId)
    .where('assessment_id', '=', assessmentId)
    .where('kind', '=', 'action')
    .orderBy('version', 'desc')
    .executeTakeFirst()
}

/** Stores a snapshot. Reports are never changed. */
export async function insertReport(
  db: Db,
  scope: Scope,
  owner: { assessmentId: number; userId: number },
  snapshot: ReportSnapshot,
  hashOf: (text: string) => Buffer,
) {
  const text = storedText(snapshot)
  const hash = hashOf(text)
  const { kind, type, year, version, title, created_at } = snapshot
  const { id } = await db
    .insertInto('reports')
    .values({
      tenant_id: scope.tenantId,
      assessment_id: owner.assessmentId,
      user_id: owner.userId,
      kind,
      type,
      year,
      version,
      title,
      created_at,
      snapshot: text,
      content_hash: hash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, hash }
}

/** A user's report with its other versions and the reports of earlier years. */
export async function readReport(db: Db, scope: Scope, userId: number, id: number) {
  const report = await getReport(db, scope, userId, id)
  return {
    id: report.id,
    snapshot: snapshotOf(report),
    versions: await listReports(db, scope, report.assessment_id),
    earlier: await listEarlierReports(db, scope, userId, report),
  }
}

/**
 * The latest version of each year before a report's, of the same set and newest year first, with the scores to compare
 * with. PostgreSQL picks these from the snapshot, because parsing several long reports would hold up other requests.
 */
export async function listEarlierReports(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  { assessment_id, year, type }: { assessment_id: number; year: number; type: AssessmentType },
) {
  const { rows } = await sql<EarlierReport>`
    with latest as (
      select distinct on (r.year) r.* from reports r
      join assessments a on a.tenant_id = r.tenant_id and a.id = r.assessment_id
      join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
      where r.tenant_id = ${tenantId} and r.user_id = ${userId} and r.type = ${type} and r.kind = 'action'
        and r.year < ${year} and c.family_id = (
          select o.family_id from assessments oa join content_sets o on o.tenant_id = oa.tenant_id and o.id = oa.content_set_id
          where oa.tenant_id = ${tenantId} and oa.id = ${assessment_id})
      order by r.year desc, r.version desc, r.id desc)
    select id, kind, type, year, version, title, created_at, shown.current,
      json_build_object('scale', shown.content_set -> 'scale',
        'lowest_level', shown.content_set -> 'lowest_level') as content_set,
      (select coalesce(json_agg(row_to_json(element)), '[]')
        from json_to_recordset(shown.elements) as element(key text, title text, current float8)) as elements
    from latest,
      json_to_record(snapshot::json) as shown(current float8, content_set json, elements json)
    order by year desc`.execute(db)
  return rows
}

export async function getAssessmentWithPeople(db: Db, scope: Scope, assessmentId: number) {
  return await db
    .selectFrom('assessments as a')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'a.tenant_id').onRef('u.id', '=', 'a.user_id'),
    )
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .select([
      'a.user_id',
      'a.content_set_id',
      'a.year',
      'a.type',
      'u.name as respondent',
      'u.organisation_name',
      't.name as tenant_name',
    ])
    .where('a.tenant_id', '=', scope.tenantId)
    .where('a.id', '=', assessmentId)
    .executeTakeFirstOrThrow(() => notFound('assessment'))
}
