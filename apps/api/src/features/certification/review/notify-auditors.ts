import type { App } from '#core/context.ts'
import { scopeOf } from '#db/scope.ts'
import type { JobData } from '#core/jobs.ts'
import { withTenants } from '#db/pools.ts'
import { findActiveTenant, getPlatformId } from '#support/tenants.queries.ts'
import { listParticipants } from './same-person.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { notifyByMail } from '#support/notify-respondent.ts'
import { markNotified, listReviewerEmails } from './notified.queries.ts'

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
    const { round, year, name, content_set: title } = review
    const people = await listParticipants(db, scope, review.assessment_id)
    const emails = await listReviewerEmails(db, platform, scope, people)
    await notifyByMail(db, app, platform, emails, (place) =>
      MAILS.submitted.text(place, organisation.name, {
        reviewId: id,
        round,
        respondent: name,
        title,
        year,
      }),
    )
  })
}
