import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { type Assessment, updateAssessment } from '#features/assessments/assessments.queries.ts'
import { changesBetween } from '#features/content/edition-changes.ts'
import { editionOf } from '#features/content/edition.ts'
import { raiseFutures } from './move-assessments.queries.ts'
import { copyFiles, copyNotes, copyResponses } from './self-assessment-copy.queries.ts'

type Target = {
  id: number
  to: number
  /** Then such answers have to be confirmed. */ asksForEvidence: boolean
}

/**
 * Copies answers, notes and files of the same year into an empty assessment. Only what needs evidence, or is another
 * question in its edition, has to be confirmed.
 */
export async function copyWork(
  db: Db,
  { app, scope, actor }: SignedInContext,
  from: Pick<Assessment, 'id' | 'content_set_id'>,
  { id, to, asksForEvidence }: Target,
) {
  const { statements } = await editionOf(db, scope, app.cache, to)
  const { changed } = await changesBetween(db, scope, app.cache, from.content_set_id, to)
  const copy = { from: from.id, id, to, actorId: actor.id }
  const asking = statements.flatMap(({ responses }) =>
    responses.flatMap((response) => (response.asks_for_evidence ? response.id : [])),
  )
  const isAnyDone = await copyResponses(db, scope, {
    ...copy,
    asking: asksForEvidence ? asking : [],
    toConfirm: changed.flatMap(({ key, asksAgain }) => (asksAgain ? key : [])),
  })
  await raiseFutures(db, scope, { ids: [id], to, actorId: actor.id })
  await copyNotes(db, scope, copy)
  for (const file of await copyFiles(db, scope, copy))
    if (file.status === 'scanning')
      await app.jobs.enqueue(db, 'scan', { tenantId: scope.tenantId, id: file.id })
  const touched_at = app.adapters.now().toISOString()
  if (isAnyDone) await updateAssessment(db, scope, id, { status: 'in_progress', touched_at })
}
