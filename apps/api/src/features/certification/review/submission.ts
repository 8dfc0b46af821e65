import type { Round } from 'contract/rounds'
import type { MissingElement } from 'contract/submissions'
import { allows } from 'rules/assessment-status'
import { plural } from 'rules/plural'
import type { SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { getSavedAnswers, updateAssessment } from '#features/assessments/assessments.queries.ts'
import { findApproverId } from '#features/assessments/approver.queries.ts'
import { lockAssessment } from '#features/assessments/locks.queries.ts'
import { refuseCertified, requireOpen } from '#features/assessments/require-open-assessment.ts'
import { type Edition, editionOf } from '#features/content/edition.ts'
import { editionFor } from '#features/assessments/edition-for.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { endRequest } from '#features/certification/approvals/approvals.queries.ts'
import {
  askApproval,
  listApprovals,
  lockAsked,
  tellOne,
} from '#features/certification/approvals/approve.ts'
import { infectedOf, missingOf, remarksOf } from './declared.ts'
import { listHistory, recordStep } from './history.queries.ts'
import { listEarlierResponses } from './review-responses.queries.ts'
import { findOpenReview, listRounds, updateReview } from './reviews.queries.ts'
import { insertReview } from './submitted.queries.ts'

/** The certification status of the user's own assessment. */
export async function submissionOf(db: Db, context: SignedInContext, assessmentId: number) {
  const { scope } = context
  const { status, missing, infected, edition } = await progressOf(db, context, assessmentId)
  const open = await findOpenReview(db, scope, assessmentId)
  return {
    status,
    // A virus found after the submission may leave evidence missing, but nothing can be added now.
    missing: allows(status, 'submit') ? missing : [],
    infected,
    can_submit: missing.length === 0 && allows(status, 'submit'),
    can_withdraw: open?.status === 'submitted',
    rounds: await roundsOf(db, context, scope, assessmentId, edition),
    history: await listHistory(db, scope, assessmentId),
  }
}

async function progressOf(
  db: Db,
  { app, scope, actor }: SignedInContext,
  assessmentId: number,
  to: 'read' | 'manage' = 'manage',
) {
  const saved = await getSavedAnswers(db, scope, assessmentId, { userId: actor.id, to })
  const { status, type } = saved.assessment
  if (type !== 'certification') throw notFound('certification assessment')
  const edition = await editionFor(db, scope, app.cache, saved.assessment)
  const missing = missingOf(saved, edition)
  return { status, edition, missing, infected: infectedOf(saved, edition) }
}

/** Every round with its remarks, newest first. Remarks of an open round aren't shown yet. */
export async function roundsOf(
  db: Db,
  { app }: Pick<SignedInContext, 'app'>,
  scope: Scope,
  assessmentId: number,
  edition: Edition,
): Promise<Round[]> {
  const responses = Map.groupBy(
    await listEarlierResponses(db, scope, assessmentId),
    ({ review_id }) => review_id,
  )
  const rounds = await listRounds(db, scope, assessmentId)
  const result: Round[] = []
  for (const round of rounds) {
    const ownEdition = await editionOf(db, scope, app.cache, round.content_set_id)
    result.push({
      ...round,
      remarks: remarksOf(responses.get(round.id) ?? [], ownEdition, edition),
    })
  }
  return result
}

/** Submits a complete assessment, or asks its approver first. A repeated call changes nothing. */
export async function submitAssessment(db: Db, context: SignedInContext, assessmentId: number) {
  const { scope, actor } = context
  await lockAssessment(db, scope, {
    id: assessmentId,
    asking: { userId: actor.id, to: 'manage' },
  })
  const progress = await progressOf(db, context, assessmentId)
  refuseCertified(progress.status, 'submit')
  if (allows(progress.status, 'submit')) {
    requireComplete(progress.missing)
    const approverId = await findApproverId(db, scope, assessmentId)
    if (approverId === null) await submit(db, context, assessmentId)
    else await askApproval(db, context, assessmentId, approverId)
  }
  return await submissionOf(db, context, assessmentId)
}

/** The approver's decision submits it. */
export async function approveAssessment(
  db: Db,
  context: SignedInContext,
  assessmentId: number,
  request: number,
) {
  const { asked_by: asker } = await lockAsked(db, context, assessmentId, request)
  const { status, missing } = await progressOf(db, context, assessmentId, 'read')
  requireOpen(status)
  // A virus may have been found since.
  requireComplete(missing)
  await endRequest(db, context.scope, assessmentId, { state: 'approved' })
  const subject = `assessment ${assessmentId}`
  await recordEvent(db, context, 'approval.given', { subject })
  await tellOne(db, context, assessmentId, { kind: 'approved', userId: asker.id })
  await submit(db, context, assessmentId)
  return await listApprovals(db, context, assessmentId)
}

function requireComplete(missing: readonly MissingElement[]) {
  if (missing.length > 0)
    throw new ApiError('submission-incomplete', incompleteText(missing), {
      details: { elements: missing },
    })
}

async function submit(db: Db, context: SignedInContext, assessmentId: number) {
  const { app, scope } = context
  const id = await insertReview(db, scope, assessmentId, app.adapters.now())
  await app.jobs.enqueue(db, 'submission', { tenantId: scope.tenantId, id })
  await updateAssessment(db, scope, assessmentId, { status: 'in_review' })
  await recordStep(db, context, scope, { assessmentId, action: 'assessment.submitted' })
}

function incompleteText(missing: readonly MissingElement[]) {
  const files = missing.reduce((sum, { evidence_ids: ids }) => sum + ids.length, 0)
  const notes = missing.reduce((sum, { note_ids: ids }) => sum + ids.length, 0)
  const count = missing.filter(({ statement_ids, evidence_ids, note_ids }) => {
    return statement_ids.length > 0 || evidence_ids.length + note_ids.length === 0
  }).length
  const elements = plural(count, {
    one: '# required element is not complete. Complete it before you submit the assessment.',
    other: '# required elements are not complete. Complete them before you submit the assessment.',
  })
  const responses = plural(files, {
    one: '# response requires evidence. Attach a file before you submit the assessment.',
    other: '# responses require evidence. Attach the files before you submit the assessment.',
  })
  const explanations = plural(notes, {
    one: '# response requires a note. Write it before you submit the assessment.',
    other: '# responses require a note. Write the notes before you submit the assessment.',
  })
  return [
    ...(count > 0 ? [elements] : []),
    ...(files > 0 ? [responses] : []),
    ...(notes > 0 ? [explanations] : []),
  ].join(' ')
}

/** Withdraws a submission before its review starts. A repeated call changes nothing. */
export async function withdrawAssessment(db: Db, context: SignedInContext, assessmentId: number) {
  const { app, scope, actor } = context
  await lockAssessment(db, scope, {
    id: assessmentId,
    asking: { userId: actor.id, to: 'manage' },
  })
  const { status } = await progressOf(db, context, assessmentId)
  refuseCertified(status, 'withdraw')
  const open = allows(status, 'withdraw') && (await findOpenReview(db, scope, assessmentId))
  if (open && open.status === 'started') {
    const { id: _, ...current } = open
    throw new ApiError(
      'conflict',
      'The review has started, so you can no longer withdraw the submission.',
      {
        details: { current },
      },
    )
  }
  if (open) {
    const ended_at = app.adapters.now().toISOString()
    await updateReview(db, scope, open.id, { status: 'withdrawn', ended_at })
    await updateAssessment(db, scope, assessmentId, { status: 'completed' })
    await recordStep(db, context, scope, { assessmentId, action: 'assessment.withdrawn' })
  }
  return await submissionOf(db, context, assessmentId)
}
