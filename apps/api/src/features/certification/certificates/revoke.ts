import type { SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { requirePlatform } from '#features/certification/review/change-review.ts'
import { recordStep } from '#features/certification/review/history.queries.ts'
import { findTenantOf } from '#features/certification/review/reviews.queries.ts'
import { tell, notifyRespondent } from '#support/notify-respondent.ts'
import { inOrganisation, inVisible } from '#support/tenant-scope.ts'
import { standingOn } from './days.ts'
import { getCertificationById, revokeCertification } from './certifications.queries.ts'
import { listAdminEmails } from './reminders.queries.ts'

export async function revoke(context: SignedInContext, id: number, reason: string) {
  requirePlatform(context)
  const { app, actor } = context
  const tenantId = await inVisible(context, (db, scope) =>
    findTenantOf(db, scope, 'certifications', id),
  )
  if (tenantId === undefined) throw notFound('certification')
  return await inOrganisation(context, tenantId, async (db, scope) => {
    const isDone = await revokeCertification(db, scope, id, {
      revoked_at: app.adapters.now().toISOString(),
      revoked_by: actor.id,
      revoked_reason: reason,
    })
    const row = await getCertificationById(db, scope, id)
    if (!isDone)
      throw new ApiError('conflict', 'This certificate has already been revoked.', {
        details: {
          standing: { revoked_at: row.revoked_at, revoked_reason: row.revoked_reason },
          sent: { reason },
        },
      })
    const { assessment_id: assessmentId } = row
    await recordStep(db, context, scope, { assessmentId, action: 'certification.revoked', reason })
    const paragraphs = [`Certificate ${row.number} for ${row.title} is no longer valid.`, reason]
    await notifyRespondent(db, app, scope, row.user_id, () => ({
      subject: 'Your certificate was revoked',
      paragraphs,
      label: 'Open the certificate',
      path: `/certification/${id}`,
    }))
    // The certificate is the organisation's, even if its respondent has left.
    await tell(db, app, scope, await listAdminEmails(db, scope, row.user_id), ({ name }) => ({
      subject: `A certificate of ${name} was revoked`,
      paragraphs,
      label: 'Open the certificate',
      path: `/admin/users/${row.user_id}/certifications/${id}`,
    }))
    return standingOn(row.valid_from, row)
  })
}
