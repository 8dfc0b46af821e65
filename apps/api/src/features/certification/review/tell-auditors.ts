import { type App, scopeOf } from '#core/context.ts'
import type { JobData } from '#core/jobs.ts'
import { withTenants } from '#db/pools.ts'
import { findActiveTenant, getPlatformId } from '#support/tenants.queries.ts'
import { findPerson } from './same-person.ts'
import { tell } from '#support/notify-respondent.ts'
import { listReviewerEmails, markAuditorsTold } from './told-auditors.queries.ts'

/**
 * The job of a submission: tells the auditors of its organisation, who are people of the platform, that it waits for
 * them. It may run twice; they are told once.
 */
export async function tellAuditors(app: App, { tenantId, id }: JobData): Promise<void> {
  const { pools, adapters } = app
  const platform = scopeOf(await withTenants(pools, [], getPlatformId))
  const scope = scopeOf(tenantId)
  await withTenants(pools, [platform.tenantId, tenantId], async (db) => {
    const organisation = await findActiveTenant(db, tenantId)
    if (!organisation) return
    const told = await markAuditorsTold(db, scope, id, adapters.now())
    if (!told) return
    const { round, year, user_id, name, email, content_set: title } = told
    const person = await findPerson(db, scope, { id: user_id, email })
    const emails = await listReviewerEmails(db, platform, scope, person)
    const again = round > 1 ? ' again' : ''
    await tell(db, app, platform, emails, () => ({
      subject: `${organisation.name} submitted an assessment${again}`,
      paragraphs: [
        `${name} of ${organisation.name} submitted ${title} ${year}${again}, to be certified${round > 1 ? ` (round ${round})` : ''}.`,
        'It waits for an auditor. Until a review begins, it can be withdrawn.',
      ],
      label: 'Open the review',
      path: `/admin/reviews/${id}`,
    }))
  })
}
