import { sql } from 'kysely'
import type { ContentSetDetails, OutlineElement } from 'contract/content-sets'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import type { ContentSetRow } from './drafts.queries.ts'

const SHOWN = 160

export async function outlineOfDraft(db: Db, scope: Scope, id: number): Promise<OutlineElement[]> {
  const { rows } = await sql<OutlineElement>`
    select id, version, element->>'key' as key, element->>'title' as title, element->>'group' as "group", element->'path' as path,
      case when jsonb_array_length(element->'statements') > 0 then id end as quiz_id,
      (select coalesce(jsonb_agg(jsonb_build_object('key', s->>'key', 'text', left(s->>'text', ${SHOWN}), 'has_own', jsonb_array_length(s->'responses') > 0) order by n), '[]')
       from jsonb_array_elements(element->'statements') with ordinality x(s, n)) as statements
    from draft_elements
    where tenant_id = ${scope.tenantId} and content_set_id = ${id} and removed_at is null
    order by position, id`.execute(db)
  return rows
}

export async function outlineOfEdition(
  db: Db,
  scope: Scope,
  id: number,
): Promise<OutlineElement[]> {
  const { rows } = await sql<OutlineElement>`
    select e.id, 1 as version, e.key, e.title, coalesce(e.group_name, '') as "group", to_jsonb(e.path) as path, q.id as quiz_id,
      (select coalesce(jsonb_agg(jsonb_build_object('key', s.key, 'text', left(s.text, ${SHOWN})) order by s.position, s.id), '[]')
       from statements s where s.tenant_id = e.tenant_id and s.element_id = e.id) as statements
    from elements e left join statement_sets q on q.tenant_id = e.tenant_id and q.element_id = e.id
    where e.tenant_id = ${scope.tenantId} and e.content_set_id = ${id}
    order by e.position, e.id`.execute(db)
  return rows
}

export async function findRelatives(
  db: Db,
  { tenantId }: Scope,
  { id, family_id, based_on }: ContentSetRow,
) {
  const { rows } = await sql<
    Pick<ContentSetDetails, 'tenant_id' | 'tenant' | 'based_on' | 'draft_id'>
  >`
    select t.id as tenant_id, jsonb_build_object('id', t.id, 'name', t.name, 'is_platform', t.kind = 'platform') as tenant,
      (select jsonb_build_object('id', id, 'version', version) from content_sets c where c.tenant_id = t.id and c.id = ${based_on}) as based_on,
      (select id from content_sets c where c.tenant_id = t.id and c.family_id = ${family_id} and c.status = 'draft' and c.id <> ${id}) as draft_id
    from tenants t where t.id = ${tenantId}`.execute(db)
  if (!rows[0]) throw notFound('content set')
  return rows[0]
}
