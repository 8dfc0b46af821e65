import { randomInt } from 'node:crypto'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import type { Cache } from '#core/cache.ts'
import { getSavedAnswers, updateAssessment } from '#features/assessments/assessments.queries.ts'
import { declaredOf } from '#features/certification/review/declared.ts'
import { outcomeOf } from '#features/certification/review/outcome.ts'
import { listReviewResponses } from '#features/certification/review/review-responses.queries.ts'
import type { StoredReview } from '#features/certification/review/reviews.queries.ts'
import { asked, scopeGroupsOf } from '#features/assessments/edition-for.ts'
import { type Edition, editionOf } from '#features/content/edition.ts'
import {
  insertCertification,
  insertCertifiedResponses,
  listHeld,
  nextNumber,
  type Replaced,
  supersede,
} from './certifications.queries.ts'
import type { CertifiedPart, ReportSnapshot } from 'contract/reports'
import { type Scope as ChosenScope, asksSame, scopeText } from 'rules/scope'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { insertReport } from '#features/reports/reports.queries.ts'
import { readSnapshotInput } from '#features/reports/read-snapshot-input.ts'
import { hashOf } from '#core/random-token.ts'

// The characters of `VERIFICATION_CODE` in the contract.
const CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTVWXYZ'

/**
 * Issues the certificate of a review and freezes its report. It replaces the holder's certificate for the same statements,
 * and others that the auditor confirmed. Without `confirmed`, no one was asked.
 */
export async function issueCertificate(
  db: Db,
  { cache, now, actor }: { cache: Cache; now: Date; actor: { id: number; name: string } },
  scope: Scope,
  review: StoredReview,
  validity: { valid_from: string; valid_until: string },
  confirmed?: readonly number[],
): Promise<{ id: number; replaced: readonly Replaced[] }> {
  const { id: reviewId, assessment_id: assessmentId } = review
  const reviewed = await listReviewResponses(db, scope, reviewId)
  const { title, of, isSame, ...reached } = await requireOutcome(db, cache, scope, review, reviewed)
  await insertCertifiedResponses(db, scope, { reviewId, assessmentId, by: actor.id })
  const number = await nextNumber(db, scope, validity.valid_from.slice(0, 4))
  const replaced = replacedBy(isSame, await listHeld(db, scope, review), confirmed)
  if (replaced.length > 0)
    await supersede(db, scope, { ids: replaced.map((one) => one.id), at: now.toISOString() })
  const code = newVerificationCode()
  const {
    id: reportId,
    hash,
    userId,
    snapshot,
  } = await freezeCertificationReport(db, scope, cache, {
    assessmentId,
    createdAt: now,
    remarks: new Map(reviewed.map(({ statement_id, remark }) => [statement_id, remark])),
    certified: { number, code, ...reached, ...validity, certified_by: actor.name },
  })
  await updateAssessment(db, scope, assessmentId, { status: 'certified' })
  const id = await insertCertification(db, scope, review, {
    assessment_id: assessmentId,
    review_id: reviewId,
    user_id: userId,
    report_id: reportId,
    report_hash: hash,
    number,
    code,
    year: review.year,
    title,
    scope: of,
    holder: snapshot.organisation,
    band: reached.band,
    ...validity,
    issued_by: actor.id,
  })
  return { id, replaced }
}

/** Certificates for the same statements replace each other. */
function replacedBy(
  isSame: ReturnType<typeof sameAs>,
  held: readonly Replaced[],
  confirmed?: readonly number[],
) {
  if (confirmed === undefined) return held.filter(isSame)
  const isConfirmed = ({ id }: Replaced) => confirmed.includes(id)
  const isKnown = confirmed.every((id) => held.some((one) => one.id === id))
  if (!isKnown || !held.filter(isSame).every(isConfirmed))
    throw new ApiError(
      'conflict',
      'The list of certificates to replace has changed. Check the list, then certify again.',
    )
  return held.filter(isConfirmed)
}

/** Whether a certificate is for the same statements of an edition, however its scope is called. */
export function sameAs({ statements }: Pick<Edition, 'statements'>, chosen: ChosenScope) {
  return (held: Replaced) => asksSame(statements, held, chosen)
}

async function requireOutcome(
  db: Db,
  cache: Cache,
  scope: Scope,
  { assessment_id, content_set_id }: StoredReview,
  reviewed: Awaited<ReturnType<typeof listReviewResponses>>,
) {
  const saved = await getSavedAnswers(db, scope, assessment_id)
  const whole = await editionOf(db, scope, cache, content_set_id)
  const edition = asked(whole, saved.assessment)
  const declared = declaredOf(saved, edition)
  const { missing, band, bands, next } = outcomeOf(
    declared,
    reviewed,
    edition,
    saved.assessment.scope_levels,
  )
  if (missing > 0) {
    const open = declared
      .flatMap(({ statements }) => statements.map(({ statement }) => statement.id))
      .filter((id) => !reviewed.some(({ statement_id }) => statement_id === id))
    throw new ApiError(
      'review-incomplete',
      'Some statements have not been reviewed yet. Review them before you certify the assessment.',
      {
        details: { statement_ids: open },
      },
    )
  }
  if (bands.length > 0 && band === null)
    throw new ApiError(
      'band-missed',
      'The certified responses don’t reach any certification band. Return the assessment or refuse the certificate.',
    )
  const of = scopeText(scopeGroupsOf(edition.set), saved.assessment)
  const hasMore = next?.min_statement !== undefined || next?.min_element_band !== undefined
  const isSame = sameAs(whole, saved.assessment)
  return { band, bands, title: edition.set.title, of, isSame, ...(next && hasMore && { next }) }
}

/** Three groups of four characters, 59 bits. Random, because the code alone opens the verification page. */
export function newVerificationCode(): string {
  const group = () =>
    Array.from({ length: 4 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
  return [group(), group(), group()].join('-')
}

type Input = {
  assessmentId: number
  createdAt: Date
  remarks: ReadonlyMap<number, string | null>
  certified: Omit<CertifiedPart, 'holder'>
}

/** Stores the report with all three states. */
export async function freezeCertificationReport(
  db: Db,
  scope: Scope,
  cache: Cache,
  { assessmentId, createdAt, remarks, certified }: Input,
) {
  const { userId, ...input } = await readSnapshotInput(db, scope, cache, assessmentId)
  const action = buildSnapshot({ ...input, version: 1, createdAt })
  const snapshot: ReportSnapshot = {
    ...action,
    kind: 'certification',
    title: `Certification report ${input.year}`,
    band: certified.band,
    elements: action.elements.map((element) => ({
      ...element,
      statements: element.statements.map((statement) => ({
        ...statement,
        remark: remarks.get(statement.id) ?? null,
      })),
    })),
    certification: { ...certified, holder: input.organisation },
  }
  const owner = { assessmentId, userId }
  const { id, hash } = await insertReport(db, scope, owner, snapshot, hashOf)
  return { id, hash, userId, snapshot }
}
