import type { ContentSetFile } from 'contract/content-format'
import type { PublishBody } from 'contract/editions'
import type { ContentSetDetails } from 'contract/content-sets'
import type { Scope, SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { yearOf } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import { inForceOf } from '#features/content/draft-of-file.ts'
import { mayBeMinor } from '#features/content/edition-changes.ts'
import { readEditionFile } from '#features/content/sets/edition-file.ts'
import { completeFile, readDraft } from '#features/content/read-draft.ts'
import type { ContentSetRow } from '#features/content/drafts/drafts.queries.ts'
import {
  changeContentSet,
  inContentSet,
  recordChange,
  requireDraft,
} from '#features/content/in-content-set.ts'
import { detailsOf } from '#features/content/drafts/show-content-set.ts'
import { getTimeZone } from '#support/tenants.queries.ts'
import { publishRow, retireCovered } from './editions.queries.ts'
import { startMove } from './start-move.ts'

/** Publishes a draft: frozen from then on. A minor change takes the assessments of the edition before along. */
export async function publishDraft(
  context: SignedInContext,
  id: number,
  { head_version, what_changed, is_minor }: PublishBody,
): Promise<ContentSetDetails> {
  await changeContentSet(context, id, async (db, scope, set) => {
    requireDraft(set)
    requireSeen(set, head_version)
    const { file, head } = await readComplete(db, scope, id)
    await refuseUntold(db, scope, set, file, { what_changed, is_minor })
    await publishRow(db, scope, id, {
      file,
      inForce: inForceOf(head),
      what_changed: what_changed === '' ? null : what_changed,
      is_minor,
      changed_by: context.actor.id,
    })
    await retireCovered(db, scope, id, await yearNow(db, context, scope))
    await recordChange(db, context, scope, id, 'content_set.published', {
      title: file.title,
      version: set.version,
      is_minor,
    })
    if (is_minor && set.based_on !== null)
      await startMove(context, db, scope, { id, from: set.based_on })
  })
  return await inContentSet(context, id, (db, scope, set) => detailsOf(db, context, scope, set))
}

/** The draft as a file, once nothing is missing in it. */
export async function readComplete(db: Db, scope: Scope, id: number) {
  const draft = await readDraft(db, scope, id)
  if (!draft) throw new ApiError('conflict', 'This content set is published already.')
  return { file: completeFile(draft), head: draft.head }
}

export async function yearNow(db: Db, { app }: SignedInContext, scope: Scope): Promise<number> {
  return yearOf({ timeZone: await getTimeZone(db, scope.tenantId) }, app.adapters.now())
}

function requireSeen({ draft_saves }: ContentSetRow, seen: number) {
  if (draft_saves !== seen)
    throw new ApiError('conflict', 'The draft was changed meanwhile: look at its changes anew.', {
      details: { head_version: draft_saves },
    })
}

async function refuseUntold(
  db: Db,
  scope: Scope,
  { based_on }: ContentSetRow,
  file: ContentSetFile,
  { what_changed, is_minor }: Pick<PublishBody, 'what_changed' | 'is_minor'>,
) {
  const fields: Record<string, string> = {}
  if (based_on !== null && what_changed === '')
    fields.what_changed = 'Say what has changed: respondents are shown it'
  const before = is_minor && based_on !== null && (await readEditionFile(db, scope, based_on))
  if (is_minor && !(before && mayBeMinor(before, file)))
    fields.is_minor = 'More than the wording differs from the version before'
  if (Object.keys(fields).length > 0)
    throw new ApiError('invalid-input', 'Some of what was sent is not valid.', { fields })
}
