import { CompiledQuery } from 'kysely'
import type { AnswerChange, ResponseChange } from 'contract/answers'
import { type SavedResponse, assessments } from 'contract/assessments'
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
  /** The element of a shared assessment is assigned to someone else. */
  | 'not_assigned'
  /** Its owner has completed the element. */
  | 'completed'
  | 'not_found'
  | 'invalid_response'
  | 'invalid_reason'
  | 'invalid_not_applicable'
  | 'below_current'
  | 'key_reused'
  /** Another request of the user, or something of the assessment, is running. */
  | 'busy'
  /** The statement isn't of the assessment's edition. */
  | 'moved'
  /** Not signed in, or something has to be done first. */
  | 'not_allowed'

export type SaveRow = SavedResponse & {
  n: number
  /** Null in the last row of an answer, which has the progress of the statement's element. */
  outcome: Outcome | null
  saved_by: string | null
  element_id: number | null
  answered: number
  /** To be confirmed. */
  copied: number
  is_complete: boolean
}

const roles = rolesThatMay(assessments.answer.access).join(',')
const CHOICE = '$6::smallint[], $7::bigint[], $8::text[], $9::int[], $10::uuid[]'
const SECOND = '$11::smallint[], $12::bigint[], $13::text[], $14::int[], $15::uuid[]'

/** Checks the sessions, saves and writes the history for several users, by a function of db/functions. */
function saving(name: string, choices: string): BatchStatement {
  // Taking the tenant from the setting's value makes the setting come first.
  const text = `select saved.* from (select set_config('app.tenant_id', $1, true)::bigint as tenant) bound,
    ${name}(bound.tenant, '{${roles}}', $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
      ${choices}) saved`
  return { name, text }
}

const SAVE_ANSWERS = saving('save_answers', `${CHOICE},\n      ${SECOND}`)
/** Without the progress, which pages of release 0.2 don't show. */
const SAVE_RESPONSES = saving('save_responses', CHOICE)

function saveValues({ sessionId, userId }: AccessClaims, id: number, change: AnswerChange) {
  const [first, second] = change.choices
  return [
    sessionId,
    userId,
    id,
    change.statement_id,
    ...choiceValues(first),
    ...choiceValues(second),
  ]
}

function choiceValues(choice: AnswerChange['choices'][number] | undefined) {
  if (!choice) return [null, null, null, null, null]
  const { state, statement_response_id, not_applicable_reason, version, key } = choice
  return [state, statement_response_id, not_applicable_reason, version, key]
}

/** Together with choices of other users that arrive at the same time. */
export async function saveInBatch(
  pools: Pools,
  { tenantId }: Scope,
  claims: AccessClaims,
  assessmentId: number,
  change: AnswerChange,
): Promise<SaveRow[]> {
  const values = saveValues(claims, assessmentId, change)
  return await pools.batch<SaveRow>(SAVE_ANSWERS, tenantId, values)
}

/** One choice of a page of release 0.2, likewise. */
export async function saveResponseInBatch(
  pools: Pools,
  { tenantId }: Scope,
  { sessionId, userId }: AccessClaims,
  assessmentId: number,
  { statement_id, ...choice }: ResponseChange,
): Promise<SaveRow[]> {
  const values = [sessionId, userId, assessmentId, statement_id, ...choiceValues(choice)]
  return await pools.batch<SaveRow>(SAVE_RESPONSES, tenantId, values)
}

export async function saveOne(
  db: Db,
  { scope: { tenantId }, actor }: Pick<SignedInContext, 'scope' | 'actor'>,
  assessmentId: number,
  change: AnswerChange,
): Promise<SaveRow[]> {
  const claims = { tenantId, sessionId: actor.sessionId, userId: actor.id }
  const columns = saveValues(claims, assessmentId, change).map((value) => [value])
  const query = CompiledQuery.raw(SAVE_ANSWERS.text, [String(tenantId), ...columns])
  return (await db.executeQuery<SaveRow>(query)).rows
}
