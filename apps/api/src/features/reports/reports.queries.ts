import type { ReportSummary } from 'contract/assessments'
import type { EarlierReport, ReportSnapshot } from 'contract/reports'
import type { AssessmentType } from 'contract/fields'
import { sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { OWNER } from '#features/assessments/access.queries.ts'
import { isOneOf } from '#support/one-of.queries.ts'
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

/** An action report of the user's own or a shared assessment. Certification reports are read with their certificate. */
export async function getReport(db: Db, scope: Scope, userId: number, id: number) {
  const row = await db
    .selectFrom('reports as r')
    .innerJoin('assessments as a', (join) =>
      join.onRef('a.tenant_id', '=', 'r.tenant_id').onRef('a.id', '=', 'r.assessment_id'),
    )
    .select(['r.id', 'r.kind', 'r.type', 'r.year', 'r.version', 'r.title', 'r.created_at'])
    .select(['r.assessment_id', 'r.snapshot'])
    .where('r.tenant_id', '=', scope.tenantId)
    .where('r.id', '=', id)
    .where(isOneOf(userId))
    .where('r.kind', '=', 'action')
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
    assessment_id: report.assessment_id,
    snapshot: snapshotOf(report),
    versions: await listReports(db, scope, report.assessment_id),
    earlier: await listEarlierReports(db, scope, report),
  }
}

/**
 * The latest version of each year before a report's, of the same set and newest year first, with the scores to compare
 * with. PostgreSQL picks these from the snapshot, because parsing several long reports would hold up other requests.
 */
export async function listEarlierReports(
  db: Db,
  { tenantId }: Scope,
  { assessment_id, year, type }: { assessment_id: number; year: number; type: AssessmentType },
) {
  const { rows } = await sql<EarlierReport>`
    with own as (
      select a.user_id, c.family_id from assessments a
      join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
      where a.tenant_id = ${tenantId} and a.id = ${assessment_id}
    ), same as (
      select a.id from own join assessments a on a.tenant_id = ${tenantId} and a.user_id = own.user_id
      join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id and c.family_id = own.family_id
      union all
      select a.id from own join assessments a on a.tenant_id = ${tenantId} and a.family_id = own.family_id
        and a.owner_id is not null
      where own.user_id is null
    ), latest as (
      select distinct on (r.year) r.* from same
      join reports r on r.tenant_id = ${tenantId} and r.assessment_id = same.id
      where r.type = ${type} and r.kind = 'action' and r.year < ${year}
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
      join.onRef('u.tenant_id', '=', 'a.tenant_id').on('u.id', '=', OWNER),
    )
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .select([
      OWNER.as('owner_id'),
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
