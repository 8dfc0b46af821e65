import { sql } from 'kysely'
import type { App } from '#core/context.ts'
import { type Scope, type Db, scopeOf } from '#db/scope.ts'
import type { JobData } from '#core/jobs.ts'
import { withTenants } from '#db/pools.ts'
import { findActiveTenant, getPlatformId } from '#support/tenants.queries.ts'
import { type Person, findPerson, isSamePerson } from './same-person.ts'
import { notifyByMail } from '#support/notify-respondent.ts'

/** The job of a submission: mails the organisation's auditors, once even if the job runs twice. */
export async function notifyAuditors(app: App, { tenantId, id }: JobData): Promise<void> {
  const { pools, adapters } = app
  const platform = scopeOf(await withTenants(pools, [], getPlatformId))
  const scope = scopeOf(tenantId)
  await withTenants(pools, [platform.tenantId, tenantId], async (db) => {
    const organisation = await findActiveTenant(db, tenantId)
    if (!organisation) return
    const review = await markNotified(db, scope, id, adapters.now())
    if (!review) return
    const { round, year, user_id, name, email, content_set: title } = review
    const person = await findPerson(db, scope, { id: user_id, email })
    const emails = await listReviewerEmails(db, platform, scope, person)
    await notifyByMail(db, app, platform, emails, () => ({
      subject:
        round > 1
          ? `${organisation.name} submitted an assessment again`
          : `${organisation.name} submitted an assessment`,
      paragraphs: [
        round > 1
          ? `${name} from ${organisation.name} submitted ${title} ${year} for certification again (round ${round}).`
          : `${name} from ${organisation.name} submitted ${title} ${year} for certification.`,
        'The assessment is waiting for an auditor. The respondent can withdraw the submission until the review starts.',
      ],
      label: 'Open the review',
      path: `/admin/reviews/${id}`,
    }))
  })
}

type Review = {
  round: number
  year: number
  content_set: string
  user_id: number
  name: string
  email: string
}

/** Marks the auditors as notified. Undefined if they already are, or the review isn't waiting. */
async function markNotified(db: Db, { tenantId }: Scope, id: number, now: Date) {
  const { rows } = await sql<Review>`
    update reviews w set auditors_told_at = ${now.toISOString()}
    from assessments a
    join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
    join content_sets c on c.tenant_id = a.tenant_id
    where w.tenant_id = ${tenantId} and w.id = ${id} and w.auditors_told_at is null and w.status = 'submitted'
      and a.tenant_id = w.tenant_id and a.id = w.assessment_id and c.id = w.content_set_id
    returning w.round, a.year, c.title as content_set, u.id as user_id, u.name, u.email`.execute(db)
  return rows[0]
}

/** Auditors of the organisation, without the respondent's own auditor account. */
async function listReviewerEmails(db: Db, platform: Scope, { tenantId }: Scope, person: Person) {
  const { rows } = await sql<{ email: string }>`
    select u.email from tenant_auditors t
    join users u on u.tenant_id = t.tenant_id and u.id = t.auditor_id
    where t.tenant_id = ${platform.tenantId} and t.organisation_id = ${tenantId}
      and u.is_active and u.removed_at is null and 'auditor' = any(u.roles) and not ${isSamePerson(person)}
    order by u.id`.execute(db)
  return rows.map(({ email }) => email)
}
