import { tellDecided } from '#support/tell-decided.ts'
import type { CertifyBody } from 'contract/certifications'
import type { SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { longDate } from '#features/reports/long-date.ts'
import {
  changeReview,
  requireStarted,
  requirePlatform,
} from '#features/certification/review/change-review.ts'
import { recordStep } from '#features/certification/review/history.queries.ts'
import { updateReview } from '#features/certification/review/reviews.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { notifyRespondent, notifyByMail } from '#support/notify-respondent.ts'
import { findTenantOf, getTimeZone } from '#support/tenants.queries.ts'
import { getCertificationById, revokeCertification } from './certifications.queries.ts'
import { withStatusOn, yearsFrom } from './days.ts'
import { issueCertificate } from './issue-certificate.ts'
import { inOrganisation, inVisible } from '#support/tenant-scope.ts'
import { dayOf } from '#core/host-tenant.ts'
import { listAdminEmails } from '#support/active-users.queries.ts'

const MAX_YEARS = 5

/** Ends a review with a certificate. */
export async function certify(context: SignedInContext, id: number, body: CertifyBody) {
  const { app, actor } = context
  return await changeReview(context, id, async (db, scope, review) => {
    requireStarted(review, body)
    const now = app.adapters.now()
    const issuer = { cache: app.cache, now, actor }
    const timeZone = await getTimeZone(db, scope.tenantId)
    const validity = validityOf(dayOf({ timeZone }, now), body)
    const { id: certificationId, replaced } = await issueCertificate(
      db,
      issuer,
      scope,
      review,
      validity,
      body.supersedes,
    )
    const { assessment_id: assessmentId } = review
    await recordStep(db, context, scope, { assessmentId, action: 'assessment.certified' })
    for (const { assessment_id } of replaced)
      await recordStep(db, context, scope, {
        assessmentId: assessment_id,
        action: 'certification.superseded',
      })
    const updated = await updateReview(db, scope, id, {
      status: 'certified',
      ended_at: now.toISOString(),
      reviewer_id: actor.id,
      reviewer_name: actor.name,
    })
    const row = await getCertificationById(db, scope, certificationId)
    await notifyRespondent(db, app, scope, review.owner_id, (place) =>
      MAILS.certified.text(place, row, longDate(row.valid_until)),
    )
    await tellDecided(db, app, scope, { assessmentId, ownerId: review.owner_id })
    return { review: updated, certification: withStatusOn(validity.valid_from, row) }
  })
}

function validityOf(today: string, { valid_until = yearsFrom(today, 1) }: CertifyBody) {
  if (valid_until < today || valid_until > yearsFrom(today, MAX_YEARS))
    throw new ApiError(
      'invalid-input',
      `The certificate can’t expire on this date. Choose a date from today to ${MAX_YEARS} years from now.`,
      {
        fields: { valid_until: `Choose a date from today to ${MAX_YEARS} years from now` },
      },
    )
  return { valid_from: today, valid_until }
}

export async function revoke(context: SignedInContext, id: number, reason: string) {
  requirePlatform(context)
  const { app, actor } = context
  const tenantId = await inVisible(context, (db, scope) =>
    findTenantOf(db, scope, 'certifications', id),
  )
  if (tenantId === undefined) throw notFound('certificate')
  return await inOrganisation(context, tenantId, async (db, scope) => {
    const isDone = await revokeCertification(db, scope, id, {
      revoked_at: app.adapters.now().toISOString(),
      revoked_by: actor.id,
      revoked_reason: reason,
    })
    const row = await getCertificationById(db, scope, id)
    if (!isDone)
      throw new ApiError(
        'conflict',
        'This certificate has already been revoked. Reload the page.',
        {
          details: {
            current: { revoked_at: row.revoked_at, revoked_reason: row.revoked_reason },
            sent: { reason },
          },
        },
      )
    const { assessment_id: assessmentId } = row
    await recordStep(db, context, scope, { assessmentId, action: 'certification.revoked', reason })
    await notifyRespondent(db, app, scope, row.user_id, (place) =>
      MAILS.revoked.text(place, row, reason),
    )
    // The certificate is the organisation's, even if its respondent has left.
    const admins = await listAdminEmails(db, scope, row.user_id)
    await notifyByMail(db, app, scope, admins, (place) =>
      MAILS.revokedForAdmins.text(place, row, reason),
    )
    return withStatusOn(row.valid_from, row)
  })
}
