import { type RawBuilder, sql } from 'kysely'

/** A row for each answered statement of these responses `r`, as `stateOf` of the rules counts them. */
export function answeredIn(responses: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select from responses r
    where ${responses} and r.state in (1, 2) and not r.to_confirm
    group by r.statement_id
    having count(r.statement_response_id) = 2 or bool_or(r.state = 1 and r.not_applicable_reason is not null)`
}
