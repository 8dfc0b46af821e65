import { type RawBuilder, sql } from 'kysely'

/** The response and the reason of a row of `changed`. */
export const ANSWER = sql`statement_response_id, not_applicable_reason`
const NOTHING = sql`null::bigint, null::text`

type Sides = {
  before?: RawBuilder<unknown>
  after?: RawBuilder<unknown>
  version?: RawBuilder<unknown>
}

/** The end of a statement that changes answers: an event for each row of its part `changed`. */
export function recordChanged(
  userId: number,
  { before = NOTHING, after = NOTHING, version = sql`version` }: Sides,
): RawBuilder<unknown> {
  return sql`insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id,
      before_response_id, before_reason, after_response_id, after_reason)
    select tenant_id, assessment_id, statement_id, state, ${version}, gen_random_uuid(), ${userId}::bigint, ${before}, ${after}
    from changed`
}
