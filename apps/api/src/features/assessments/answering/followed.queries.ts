import { sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'

/** The counterpart of an earlier edition's statement in the assessment's edition. */
export interface Followed {
  id: number
  /** Pairs of an earlier response's id and the id of its counterpart. */
  responses: readonly (readonly [number, number])[]
  /** Whether answers to the earlier statement still hold. */
  isSame: boolean
}

export async function followElement(db: Db, { tenantId }: Scope, to: number, elementId: number) {
  const { rows } = await sql<{ id: number }>`
    select n.id from elements o
    join content_sets oc on oc.tenant_id = o.tenant_id and oc.id = o.content_set_id
    join content_sets nc on nc.tenant_id = o.tenant_id and nc.id = ${to} and nc.family_id = oc.family_id
    join elements n on n.tenant_id = o.tenant_id and n.content_set_id = nc.id and n.key = o.key
    where o.tenant_id = ${tenantId} and o.id = ${elementId} and nc.version > oc.version`.execute(db)
  if (!rows[0]) throw notFound('element')
  return rows[0].id
}

type FoundRow = Pick<Followed, 'id' | 'responses'> & {
  key: string
  from: number
  is_minor: boolean
}

export async function findFollowed(db: Db, { tenantId }: Scope, to: number, statementId: number) {
  const { rows } = await sql<FoundRow>`
    select n.id, n.key, oc.id as "from",
      (select bool_and(c.is_minor) from content_sets c where c.tenant_id = o.tenant_id and c.family_id = nc.family_id
        and c.version > oc.version and c.version <= nc.version) as is_minor,
      (select coalesce(json_agg(json_build_array(was.id, now.id)), '[]') from statement_responses was
        join statement_responses now on now.tenant_id = was.tenant_id and now.statement_id = n.id and now.key = was.key
        where was.tenant_id = o.tenant_id and was.statement_id = o.id) as responses
    from statements o
    join content_sets oc on oc.tenant_id = o.tenant_id and oc.id = o.content_set_id
    join content_sets nc on nc.tenant_id = o.tenant_id and nc.id = ${to} and nc.family_id = oc.family_id
    join statements n on n.tenant_id = o.tenant_id and n.content_set_id = nc.id and n.key = o.key
    where o.tenant_id = ${tenantId} and o.id = ${statementId}
      and nc.version > oc.version`.execute(db)
  return rows[0]
}
