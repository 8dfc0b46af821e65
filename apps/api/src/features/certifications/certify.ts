import type { CertifyBody } from 'contract/certifications'
import type { Review } from 'contract/reviews'
import type { Scope, SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { getStanding, updateAssessment } from '#features/assessments/assessments.queries.ts'
import { editionOf } from '#features/content-sets/edition.ts'
import { changeReview, requireBegun } from '#features/reviews/change-review.ts'
import { declaredOf } from '#features/reviews/declared.ts'
import { recordStep } from '#features/reviews/history.queries.ts'
import { outcomeOf } from '#features/reviews/outcome.ts'
import { listReviewResponses } from '#features/reviews/review-responses.queries.ts'
import { type StandingReview, updateReview } from '#features/reviews/reviews.queries.ts'
import { tellRespondent } from '#features/reviews/tell-respondent.ts'
import { longDate } from '#features/reports/report-page.ts'
import { getTimeZone } from '#features/tenants/tenants.queries.ts'
import {
  getCertificationById,
  insertCertification,
  insertCertifiedResponses,
  nextNumber,
} from './certifications.queries.ts'
import { dayIn, standingOn, yearsFrom } from './days.ts'
import { freezeCertificationReport } from './freeze-certification-report.ts'
import { newVerificationCode } from './verification-code.ts'

/** No certificate says more than so many years ahead. */
const MOST_YEARS = 5

/** Issues the certificate and freezes the report that it stands for: all of it or nothing. */
export async function certify(context: SignedInContext, id: number, body: CertifyBody) {
  return await changeReview(context, id, async (db, scope, review) => {
    requireBegun(review, body)
    const said = await listReviewResponses(db, scope, id)
    const { outcome, title } = await requireOutcome(db, context, scope, review, said)
    const validity = validityOf(await todayAt(db, context, scope), body)
    const { assessment_id: assessmentId } = review
    await insertCertifiedResponses(db, scope, {
      reviewId: id,
      assessmentId,
      by: context.actor.id,
    })
    const certificationId = await issue(db, context, scope, review, {
      ...validity,
      title,
      outcome,
      remarks: new Map(said.map(({ statement_id, remark }) => [statement_id, remark])),
    })
    await updateAssessment(db, scope, assessmentId, { status: 'certified' })
    await recordStep(db, context, scope, { assessmentId, action: 'assessment certified' })
    const standing = await updateReview(db, scope, id, {
      status: 'certified',
      ended_at: context.app.adapters.now().toISOString(),
      reviewer_id: context.actor.id,
      reviewer_name: context.actor.name,
    })
    const row = await getCertificationById(db, scope, certificationId)
    await tellRespondent(db, context.app, scope, review.user_id, ({ name }) => ({
      subject: 'Your assessment was certified',
      paragraphs: [
        `${name} has certificate ${row.number} for ${row.title}, valid until ${longDate(row.valid_until)}.`,
      ],
      label: 'Open the certificate',
      path: `/certification/${row.id}`,
    }))
    return { review: standing, certification: standingOn(validity.valid_from, row) }
  })
}

async function requireOutcome(
  db: Db,
  { app }: SignedInContext,
  scope: Scope,
  { assessment_id, content_set_id }: StandingReview,
  said: Awaited<ReturnType<typeof listReviewResponses>>,
) {
  const standing = await getStanding(db, scope, assessment_id)
  const edition = await editionOf(app.frozen, db, scope, content_set_id)
  const declared = declaredOf(standing, edition)
  const outcome = outcomeOf(declared, said, edition)
  if (outcome.missing > 0) {
    const open = declared
      .flatMap(({ statements }) => statements.map(({ statement }) => statement.id))
      .filter((id) => !said.some(({ statement_id }) => statement_id === id))
    throw new ApiError('review-incomplete', 'Not every statement is reviewed yet.', {
      details: { statement_ids: open },
    })
  }
  if (outcome.bands.length > 0 && outcome.band === null)
    throw new ApiError(
      'band-missed',
      'The certified responses reach no band: return the assessment, or refuse the certificate.',
    )
  return { outcome, title: edition.set.title }
}

async function todayAt(db: Db, { app }: SignedInContext, { tenantId }: Scope) {
  return dayIn(await getTimeZone(db, tenantId), app.adapters.now())
}

function validityOf(today: string, { valid_until = yearsFrom(today, 1) }: CertifyBody) {
  if (valid_until < today || valid_until > yearsFrom(today, MOST_YEARS))
    throw new ApiError('invalid-input', 'The certificate cannot be valid until then.', {
      fields: { valid_until: `Use a day from today to ${MOST_YEARS} years ahead` },
    })
  return { valid_from: today, valid_until }
}

type Issue = {
  valid_from: string
  valid_until: string
  title: string
  outcome: Review['outcome']
  remarks: Map<number, string | null>
}

async function issue(
  db: Db,
  { app, actor }: SignedInContext,
  scope: Scope,
  review: StandingReview,
  { outcome, remarks, title, ...validity }: Issue,
): Promise<number> {
  const number = await nextNumber(db, scope, validity.valid_from.slice(0, 4))
  const code = newVerificationCode()
  const { band, bands } = outcome
  const { id, hash, userId, snapshot } = await freezeCertificationReport(app.frozen, db, scope, {
    assessmentId: review.assessment_id,
    createdAt: app.adapters.now(),
    remarks,
    certified: { number, code, band, bands, ...validity, certified_by: actor.name },
  })
  return await insertCertification(db, scope, {
    assessment_id: review.assessment_id,
    review_id: review.id,
    user_id: userId,
    report_id: id,
    report_hash: hash,
    number,
    code,
    year: review.year,
    title,
    holder: snapshot.organisation,
    band,
    ...validity,
    issued_by: actor.id,
  })
}
