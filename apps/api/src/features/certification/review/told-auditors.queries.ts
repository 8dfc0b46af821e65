import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { type Person, isSamePerson } from './same-person.ts'

export type Told = {
  round: number
  year: number
  content_set: string
  user_id: number
  name: string
  email: string
}

/** Notes that the auditors are told of what waits for them; undefined where they were, or where nothing waits. */
export async function markAuditorsTold(
  db: Db,
  { tenantId }: Scope,
  id: number,
  now: Date,
): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    update reviews w set auditors_told_at = ${now.toISOString()}
    from assessments a
    join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
    join content_sets c on c.tenant_id = a.tenant_id
    where w.tenant_id = ${tenantId} and w.id = ${id} and w.auditors_told_at is null and w.status = 'submitted'
      and a.tenant_id = w.tenant_id and a.id = w.assessment_id and c.id = w.content_set_id
    returning w.round, a.year, c.title as content_set, u.id as user_id, u.name, u.email`.execute(db)
  return rows[0]
}

/** Addresses of the auditors who may review what this person of an organisation submits. */
export async function listReviewerEmails(
  db: Db,
  platform: Scope,
  { tenantId }: Scope,
  person: Person,
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select u.email from tenant_auditors t
    join users u on u.tenant_id = t.tenant_id and u.id = t.auditor_id
    where t.tenant_id = ${platform.tenantId} and t.organisation_id = ${tenantId}
      and u.is_active and u.removed_at is null and 'auditor' = any(u.roles) and not ${isSamePerson(person)}
    order by u.id`.execute(db)
  return rows.map(({ email }) => email)
}
