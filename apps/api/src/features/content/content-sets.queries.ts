import type { ContentSetFile } from 'contract/content-format'
import type { AssessmentType } from 'contract/fields'
import { sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { isInForce } from '#support/in-force.queries.ts'

/** Lists of a set that are stored as in the format. */
type SetLists = Required<Pick<ContentSetFile, 'groups' | 'responses' | 'elementBands'>>

/** The language of a content set `c`. Drafts have it in their fields. */
export const SET_LANGUAGE = sql<
  string | null
>`coalesce(c.language, nullif(c.draft->>'language', ''))`

/** The sets that new assessments of a year and type can use, one of each family, the newest first. */
export async function listInForce(db: Db, scope: Scope, year: number, type: AssessmentType) {
  return await db
    .selectFrom('content_sets as c')
    .select(['c.id', 'c.family_id', 'c.title', 'c.language'])
    .where('c.tenant_id', '=', scope.tenantId)
    .where(isInForce(type, year))
    .orderBy('c.published_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute()
}

export async function getContentSet(db: Db, scope: Scope, id: number) {
  return await db
    .selectFrom('content_sets')
    .select(['id', 'title', 'description', 'scale', 'lowest_level', 'language'])
    .select(['introduction', 'source', 'licence', 'status'])
    .select(['score_from', 'not_applicable_counts'])
    .select([
      sql<SetLists['groups'] | null>`groups`.as('groups'),
      sql<SetLists['responses'] | null>`responses`.as('responses'),
      sql<SetLists['elementBands'] | null>`element_bands`.as('element_bands'),
    ])
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('content set'))
}

/** Elements in their order, numbered from 1. */
export async function listElements(db: Db, scope: Scope, contentSetId: number) {
  return await db
    .selectFrom('elements as e')
    .innerJoin('statement_sets as q', (join) =>
      join.onRef('q.tenant_id', '=', 'e.tenant_id').onRef('q.element_id', '=', 'e.id'),
    )
    .select(['e.id', 'e.key', 'e.title', 'e.description', 'e.group_name', 'e.path'])
    .select(['e.is_required', 'e.weight', 'q.id as statement_set_id'])
    .select(sql<number>`row_number() over (order by e.position, e.id)`.as('number'))
    .where('e.tenant_id', '=', scope.tenantId)
    .where('e.content_set_id', '=', contentSetId)
    .orderBy('number')
    .execute()
}

export async function listStatements(db: Db, scope: Scope, contentSetId: number) {
  return await db
    .selectFrom('statements')
    .select(['id', 'element_id', 'statement_set_id', 'key', 'position'])
    .select(['text', 'guidance', 'short_title', 'weight'])
    .select(['allows_not_applicable', 'asks_for_evidence', 'asks_for_note', 'evidence_example'])
    .select(['level_key', 'profile_keys', 'tag_keys', 'is_key'])
    .where('tenant_id', '=', scope.tenantId)
    .where('content_set_id', '=', contentSetId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Responses of all statements of a set in their order, which is also that of their values. */
export async function listStatementResponses(db: Db, scope: Scope, contentSetId: number) {
  return await db
    .selectFrom('statement_responses as r')
    .innerJoin('statements as s', (join) =>
      join.onRef('s.tenant_id', '=', 'r.tenant_id').onRef('s.id', '=', 'r.statement_id'),
    )
    .select(['r.id', 'r.statement_id', 'r.key', 'r.label', 'r.description', 'r.value'])
    .select(['r.action', 'r.effort', 'r.benefit', 'r.asks_for_evidence', 'r.asks_for_note'])
    .where('s.tenant_id', '=', scope.tenantId)
    .where('s.content_set_id', '=', contentSetId)
    .orderBy('r.position')
    .orderBy('r.id')
    .execute()
}

export async function countResponses(db: Db, { tenantId }: Scope, contentSetId: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from statement_responses r
    join statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
    where s.tenant_id = ${tenantId} and s.content_set_id = ${contentSetId}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function listCertificationBands(db: Db, scope: Scope, contentSetId: number) {
  return await db
    .selectFrom('certification_bands')
    .select(['label', 'min_overall as minOverall', 'min_element as minElement'])
    .select(['min_statement as minStatement', 'of_statements as of'])
    .select('min_element_band as minElementBand')
    .where('tenant_id', '=', scope.tenantId)
    .where('content_set_id', '=', contentSetId)
    // Those that release 0.2 published have no position.
    .orderBy('position')
    .orderBy('min_overall')
    .orderBy('min_element')
    .execute()
}

export async function listReportBands(db: Db, scope: Scope, contentSetId: number) {
  return await db
    .selectFrom('report_bands as b')
    .innerJoin('elements as e', (join) =>
      join.onRef('e.tenant_id', '=', 'b.tenant_id').onRef('e.id', '=', 'b.element_id'),
    )
    .select(['b.element_id', 'b.from_percent as from', 'b.to_percent as to', 'b.title', 'b.text'])
    .where('e.tenant_id', '=', scope.tenantId)
    .where('e.content_set_id', '=', contentSetId)
    .orderBy('b.from_percent')
    .execute()
}

/** The rows of a published edition as JSON, because a long one is assembled in a thread with `editionFileOf`. */
export async function readEditionText(db: Db, { tenantId }: Scope, id: number): Promise<string> {
  const { rows } = await sql<{ edition: string }>`
    with s as (select * from statements where tenant_id = ${tenantId} and content_set_id = ${id}),
      e as (select * from elements where tenant_id = ${tenantId} and content_set_id = ${id})
    select json_build_object(
      'set', row_to_json(c),
      'reportBands', (select coalesce(json_agg(b), '[]') from (
        select b.element_id, b.from_percent as "from", b.to_percent as "to", b.title, b.text
        from report_bands b join e on e.id = b.element_id where b.tenant_id = ${tenantId} order by b.from_percent) b),
      'elements', (select coalesce(json_agg(x), '[]') from (
        select e.* from e order by e.position, e.id) x),
      'responses', (select coalesce(json_agg(r), '[]') from (
        select r.* from statement_responses r join s on s.id = r.statement_id
        where r.tenant_id = ${tenantId} order by r.position, r.id) r),
      'statements', (select coalesce(json_agg(x), '[]') from (select * from s order by s.position, s.id) x),
      'certificationBands', (select coalesce(json_agg(b), '[]') from (
        select label, min_overall as "minOverall", min_element as "minElement", min_statement as "minStatement",
          of_statements as "of", min_element_band as "minElementBand" from certification_bands
        where tenant_id = ${tenantId} and content_set_id = ${id} order by position, min_overall, min_element) b)
    )::text as edition
    from content_sets c where c.tenant_id = ${tenantId} and c.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('content set')
  return rows[0].edition
}
