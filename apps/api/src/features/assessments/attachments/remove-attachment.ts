import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { getOwnAttachment, setRemoved } from '#features/assessments/attachments.queries.ts'
import { reopenElementOf } from './finish-upload.ts'
import { requireOpen } from './require-open.ts'

/** Takes a file out of its statement, or puts it back; the sweep deletes what stays removed. */
export async function markRemoved(
  db: Db,
  context: SignedInContext,
  id: number,
  isRemoved: boolean,
): Promise<void> {
  const { app, scope, actor } = context
  const attachment = await getOwnAttachment(db, scope, actor.id, id, { isRemoved: !isRemoved })
  requireOpen(attachment.assessment_status)
  await setRemoved(db, scope, id, isRemoved ? app.adapters.now() : null)
  if (attachment.status !== 'uploading') await reopenElementOf(db, context, attachment)
}
