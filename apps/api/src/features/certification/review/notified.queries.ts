import { sql } from 'kysely'
import { IS_ACTIVE_USER } from '#support/active-users.queries.ts'
import type { Scope, Db } from '#db/scope.ts'
import { OWNER } from '#features/assessments/access.queries.ts'
import { type Person, isSamePerson } from './same-person.queries.ts'

type Review = {
  round: number
  year: number
  content_set: string
  assessment_id: number
  name: string
}

/** Marks the auditors as notified. Undefined if they already are, or the review isn't waiting. */
export async function markNotified(db: Db, { tenantId }: Scope, id: number, now: Date) {
  const { rows } = await sql<Review>`
    update reviews w set auditors_told_at = ${now.toISOString()}
    from assessments a
    join users u on u.tenant_id = a.tenant_id and u.id = ${OWNER}
    join content_sets c on c.tenant_id = a.tenant_id
    where w.tenant_id = ${tenantId} and w.id = ${id} and w.auditors_told_at is null and w.status = 'submitted'
      and a.tenant_id = w.tenant_id and a.id = w.assessment_id and c.id = w.content_set_id
    returning w.round, a.year, c.title as content_set, a.id as assessment_id, u.name`.execute(db)
  return rows[0]
}

/** Auditors of the organisation, without accounts of those who took part. */
export async function listReviewerEmails(
  db: Db,
  platform: Scope,
  { tenantId }: Scope,
  people: readonly Person[],
) {
  const isOne = people.map((person) => isSamePerson(person))
  const { rows } = await sql<{ email: string }>`
    select u.email from tenant_auditors t
    join users u on u.tenant_id = t.tenant_id and u.id = t.auditor_id
    where t.tenant_id = ${platform.tenantId} and t.organisation_id = ${tenantId}
      and ${IS_ACTIVE_USER} and 'auditor' = any(u.roles) and not (${sql.join(isOne, sql` or `)})
    order by u.id`.execute(db)
  return rows.map(({ email }) => email)
}
