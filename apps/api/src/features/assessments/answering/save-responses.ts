import { type ResponseChange, type SavedResponse, assessments } from 'contract/assessments'
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
  /** Another call of the same person is under way. */
  | 'busy'
  /** The statement isn't of the assessment's edition. */
  | 'moved'
  /** Not signed in, or something has to be done first. */
  | 'not_allowed'

/** The outcome of one call, with one of its two answers where there are any. */
export type SaveRow = SavedResponse & { n: number; outcome: Outcome; saved_by: string | null }

const roles = rolesThatMay(assessments.save.access).join(',')

/** Checks the sessions, saves and writes the history, for several people (db/functions/save_responses.sql). */
export const SAVE_RESPONSES: BatchStatement = {
  name: 'save_responses',
  // Taking the tenant from the setting's value makes the setting come first.
  text: `select saved.* from (select set_config('app.tenant_id', $1, true)::bigint as tenant) bound,
    save_responses(bound.tenant, '{${roles}}', $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::smallint[],
      $7::bigint[], $8::text[], $9::int[], $10::uuid[]) saved`,
}

export function saveValues(
  { sessionId, userId }: AccessClaims,
  assessmentId: number,
  change: ResponseChange,
) {
  return [
    sessionId,
    userId,
    assessmentId,
    change.statement_id,
    change.state,
    change.statement_response_id,
    change.not_applicable_reason,
    change.version,
    change.key,
  ]
}
