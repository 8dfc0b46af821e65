import { CompiledQuery } from 'kysely'
import { type ResponseChange, type SavedResponse, assessments } from 'contract/assessments'
import type { SignedInContext } from '#core/context.ts'
import type { Db, Scope } from '#db/scope.ts'
import type { Pools } from '#db/pools.ts'
import type { AccessClaims } from '#core/access-token.ts'
import { rolesThatMay } from '#core/permissions.ts'
import type { BatchStatement } from '#db/batch.ts'

export type Outcome =
  | 'saved'
  | 'repeated'
  | 'stale'
  | 'closed'
  | 'not_found'
  | 'invalid_response'
  | 'invalid_reason'
  | 'invalid_not_applicable'
  | 'below_current'
  | 'key_reused'
  /** Another request of the same user is running. */
  | 'busy'
  /** The statement isn't of the assessment's edition. */
  | 'moved'
  /** Not signed in, or something has to be done first. */
  | 'not_allowed'

export type SaveRow = SavedResponse & { n: number; outcome: Outcome; saved_by: string | null }

const roles = rolesThatMay(assessments.save.access).join(',')

/** Checks the sessions, saves and writes the history for several users (db/functions/save_responses.sql). */
const SAVE_RESPONSES: BatchStatement = {
  name: 'save_responses',
  // Taking the tenant from the setting's value makes the setting come first.
  text: `select saved.* from (select set_config('app.tenant_id', $1, true)::bigint as tenant) bound,
    save_responses(bound.tenant, '{${roles}}', $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::smallint[],
      $7::bigint[], $8::text[], $9::int[], $10::uuid[]) saved`,
}

function saveValues({ sessionId, userId }: AccessClaims, id: number, change: ResponseChange) {
  const { statement_id, state, statement_response_id, version, key } = change
  const chosen = [statement_response_id, change.not_applicable_reason]
  return [sessionId, userId, id, statement_id, state, ...chosen, version, key]
}

/** Together with choices of other users that arrive at the same time. */
export async function saveInBatch(
  pools: Pools,
  { tenantId }: Scope,
  claims: AccessClaims,
  assessmentId: number,
  change: ResponseChange,
): Promise<SaveRow[]> {
  const values = saveValues(claims, assessmentId, change)
  return await pools.batch<SaveRow>(SAVE_RESPONSES, tenantId, values)
}

export async function saveOne(
  db: Db,
  { scope: { tenantId }, actor }: Pick<SignedInContext, 'scope' | 'actor'>,
  assessmentId: number,
  change: ResponseChange,
): Promise<SaveRow[]> {
  const claims = { tenantId, sessionId: actor.sessionId, userId: actor.id }
  const columns = saveValues(claims, assessmentId, change).map((value) => [value])
  const query = CompiledQuery.raw(SAVE_RESPONSES.text, [String(tenantId), ...columns])
  return (await db.executeQuery<SaveRow>(query)).rows
}
