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
  filter: { userId: number; type: AssessmentType; year?: number } | { assessmentId: number },
): Promise<ReportSummary[]> {
  const reports = db
    .selectFrom('reports')
    .select(SUMMARY)
    .where('tenant_id', '=', scope.tenantId)
    .where('kind', '=', 'action')
    .orderBy('year', 'desc')
    .orderBy('version', 'desc')
    .orderBy('id', 'desc')
  const rows =
    'assessmentId' in filter
      ? reports.where('assessment_id', '=', filter.assessmentId)
      : reports
          .where('user_id', '=', filter.userId)
          .where('type', '=', filter.type)
          .$if(filter.year !== undefined, (query) => query.where('year', '=', filter.year ?? 0))
  return (await rows.execute()) as ReportSummary[]
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
  const all = await listReports(db, scope, { userId, type: report.type })
  return {
    id: report.id,
    snapshot: snapshotOf(report),
    versions: all.filter((other) => other.year === report.year),
    earlier: await listEarlierReports(db, scope, userId, report),
  }
}

/**
 * The latest version of each year before a report's, newest year first, with the scores to compare with. PostgreSQL
 * picks these from the snapshot, because parsing several long reports would hold up other requests.
 */
export async function listEarlierReports(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  { year, type }: { year: number; type: AssessmentType },
) {
  const { rows } = await sql<EarlierReport>`
    with latest as (
      select distinct on (year) * from reports
      where tenant_id = ${tenantId} and user_id = ${userId} and type = ${type} and kind = 'action'
        and year < ${year}
      order by year desc, version desc, id desc)
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
