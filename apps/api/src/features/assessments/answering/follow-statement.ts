import type { SavedResponse } from 'contract/assessments'
import { sql } from 'kysely'
import type { SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { changesBetween } from '#features/content/edition-changes.ts'
import { getOwnAssessment } from '#features/assessments/assessments.queries.ts'

type Context = Pick<SignedInContext, 'app' | 'scope' | 'actor'>

/** The counterpart of an earlier edition's statement in the assessment's edition. */
export interface Followed {
  id: number
  /** Pairs of an earlier response's id and the id of its counterpart. */
  responses: readonly (readonly [number, number])[]
  /** Whether answers to the earlier statement still hold. */
  isSame: boolean
}

/** Finds a statement by its key, because a page or its unsent answers may be of an earlier edition. */
export async function followStatement(
  db: Db,
  { app, scope, actor }: Context,
  assessmentId: number,
  statementId: number,
): Promise<Followed | undefined> {
  const { content_set_id: to } = await getOwnAssessment(db, scope, actor.id, assessmentId)
  const found = await findFollowed(db, scope, to, statementId)
  if (!found) return undefined
  const { id, key, from, is_minor, responses } = found
  if (is_minor) return { id, responses, isSame: true }
  const { changed } = await changesBetween(app.cache, db, scope, from, to)
  const isSame = !changed.some((change) => change.key === key && change.asksAgain)
  return { id, responses, isSame }
}

/** As `followStatement`, but refuses a statement that has changed. */
export async function followAnswer(
  db: Db,
  context: Context,
  assessmentId: number,
  statementId: number,
): Promise<Followed | undefined> {
  const followed = await followStatement(db, context, assessmentId, statementId)
  if (followed?.isSame === false)
    throw new ApiError(
      'conflict',
      'This statement is different in the version you moved to. Open the statement again to answer it.',
    )
  return followed
}

/** The answer with the ids of the earlier page, except for its current statement set. */
export function withIdsOfPage(statementId: number, { responses }: Followed) {
  return (row: SavedResponse): SavedResponse => ({
    ...row,
    statement_id: statementId,
    statement_response_id:
      responses.find(([, now]) => now === row.statement_response_id)?.[0] ?? null,
  })
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

async function findFollowed(db: Db, { tenantId }: Scope, to: number, statementId: number) {
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
