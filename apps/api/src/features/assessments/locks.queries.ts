import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { MOVABLE, listMovable } from '#features/content/moves.queries.ts'
import { type Asking, mayUse } from './access.queries.ts'

// The tenant is part of each key, because an answer's lock is tried before its assessment is found. The function
// save_responses has the same keys.
const ASSESSMENT = sql`hashint8extended(id, tenant_id)`

/** Nodes of release 0.2 lock the owner alone. The release after this one can leave this out. */
const OWNER = sql`pg_advisory_xact_lock(-user_id)`

type One = {
  id: number
  /** In a request: what the asker may not use isn't locked, so that no one holds up a stranger. */
  asking?: Asking
}

const one = ({ tenantId }: Scope, { id, asking }: One) =>
  sql`from assessments a where a.tenant_id = ${tenantId} and a.id = ${id} and ${asking ? mayUse(asking) : sql`true`}`

/** Nothing of the assessment changes until this transaction ends: to complete, submit, move, review or report it. */
export async function lockAssessment(db: Db, scope: Scope, which: One): Promise<void> {
  await sql`select ${OWNER}, pg_advisory_xact_lock(${ASSESSMENT}) ${one(scope, which)}`.execute(db)
}

/** Others may change it at the same time, but no one locks it (`lockAssessment`). */
export async function joinAssessment(db: Db, scope: Scope, which: One): Promise<void> {
  await sql`select ${OWNER}, pg_advisory_xact_lock_shared(${ASSESSMENT}) ${one(scope, which)}`.execute(
    db,
  )
}

/** As `joinAssessment`, and no one else changes this statement's answer. */
export async function joinStatement(
  db: Db,
  scope: Scope,
  { statementId, ...which }: One & { statementId: number },
): Promise<void> {
  await sql`select ${OWNER}, pg_advisory_xact_lock_shared(${ASSESSMENT}),
    pg_advisory_xact_lock(hashint8extended(${statementId}, ${ASSESSMENT})) ${one(scope, which)}`.execute(
    db,
  )
}

/**
 * Locks some assessments of an edition that a minor change moves, always in the same order. Returns the ids of those
 * that no one else has moved by then; undefined if there were none.
 */
export async function lockToMove(
  db: Db,
  scope: Scope,
  from: number,
  most: number,
): Promise<number[] | undefined> {
  const { tenantId } = scope
  const { rows } = await sql<{ id: number }>`
    select id, ${OWNER} from (
      select id, user_id from assessments
      where tenant_id = ${tenantId} and content_set_id = ${from} and ${MOVABLE}
      order by user_id limit ${most} offset 0) moving`.execute(db)
  if (rows.length === 0) return undefined
  const ids = rows.map(({ id }) => id)
  await sql`
    select pg_advisory_xact_lock(${ASSESSMENT}) from (
      select tenant_id, id from assessments where tenant_id = ${tenantId} and id = any(${ids}::bigint[])
      order by id offset 0) moving`.execute(db)
  return await listMovable(db, scope, from, ids)
}
