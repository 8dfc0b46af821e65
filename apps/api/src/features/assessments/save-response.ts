import type { ResponseChange, SavedResponse } from 'contract/assessments'
import { sql } from 'kysely'
import type { Actor, Scope } from '#core/context.ts'
import type { Call } from '#db/call-together.ts'
import type { Db } from '#db/driver.ts'
import { refuseSave } from './refuse-save.ts'

/** Saves one choice, once, however often it is sent; a stale one changes nothing and says what stands. */
export async function saveResponse(
  db: Db,
  scope: Scope,
  actor: Actor,
  assessmentId: number,
  change: ResponseChange,
): Promise<SavedResponse[]> {
  const { values } = saveCall(assessmentId, change)
  const { rows } =
    await sql<SavedResponse>`select * from save_response(${scope.tenantId}, ${actor.sessionId}, ${actor.id}, ${actor.roles}, ${sql.join(values)})`.execute(
      db,
    )
  return rows.length > 0 ? rows : await refuseSave(db, scope, actor, assessmentId, change)
}

const TYPES = ['bigint', 'bigint', 'smallint', 'bigint', 'text', 'int', 'uuid']

/** The call that finds, checks, saves and writes the history; it answers both states, or nothing when it saved nothing. */
export function saveCall(
  assessmentId: number,
  { statement_id, state, version, key, ...chosen }: ResponseChange,
): Call {
  const { statement_response_id, not_applicable_reason } = chosen
  const values = [
    assessmentId,
    statement_id,
    state,
    statement_response_id,
    not_applicable_reason,
    version,
    key,
  ]
  return { name: 'save_response', types: TYPES, values }
}
