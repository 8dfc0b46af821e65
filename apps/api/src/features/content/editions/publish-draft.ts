import type { ContentSetFile } from 'contract/content-format'
import type { PublishBody, PublishingImpact } from 'contract/editions'
import type { ContentSetDetails } from 'contract/content-sets'
import { type Scope, type SignedInContext, type Db, platformScopeOf } from '#core/context.ts'
import { scriptsWithoutFont } from '#adapters/pdf-fonts.ts'
import { ApiError } from '#core/errors.ts'
import { type InForce, inForceOf, draftOfFile } from '#features/content/draft-of-file.ts'
import { listReplaced } from '#features/content/in-force.ts'
import { mayBeMinor } from '#features/content/edition-changes.ts'
import { readEditionFile } from '#features/content/edition.ts'
import { completeFile, readDraft } from '#features/content/read-draft.ts'
import { type ContentSetRow, getRow } from '#features/content/drafts/drafts.queries.ts'
import {
  changeContentSet,
  inContentSet,
  recordChange,
  requireDraft,
} from '#features/content/in-content-set.ts'
import { detailsOf, findRelatives } from '#features/content/drafts/show-content-set.ts'
import { getYear } from '#support/tenants.queries.ts'
import { publishRow, retireCovered, NO_ASSESSMENTS, countMovable } from './editions.queries.ts'
import { startMove } from '#features/content/moves.queries.ts'
import { compareEditions } from 'rules/compare-editions'
import { otherChanges } from '#features/content/sets/other-changes.ts'
import { countCopies } from './template-copies.ts'

/** Publishes a draft. A minor change moves the assessments of the edition before. */
export async function publishDraft(
  context: SignedInContext,
  id: number,
  { head_version, what_changed, is_minor }: PublishBody,
): Promise<ContentSetDetails> {
  await changeContentSet(context, id, async (db, scope, set) => {
    requireDraft(set)
    if (set.draft_saves !== head_version)
      throw new ApiError(
        'conflict',
        'The draft has changed. Review the changes, then publish again.',
        {
          details: { head_version: set.draft_saves },
        },
      )
    const { file, head } = await readComplete(db, scope, id)
    await requireDescribed(db, scope, set, file, { what_changed, is_minor })
    await publishRow(db, scope, id, {
      file,
      inForce: inForceOf(head),
      what_changed: what_changed === '' ? null : what_changed,
      is_minor,
      changed_by: context.actor.id,
    })
    const year = await getYear(db, scope, context.app.adapters.now())
    await retireCovered(db, scope, id, year)
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

export async function readComplete(db: Db, scope: Scope, id: number) {
  const draft = await readDraft(db, scope, id)
  if (!draft) throw new ApiError('conflict', 'This content set is already published.')
  return { file: completeFile(draft), head: draft.head }
}

async function requireDescribed(
  db: Db,
  scope: Scope,
  { based_on }: ContentSetRow,
  file: ContentSetFile,
  { what_changed, is_minor }: Pick<PublishBody, 'what_changed' | 'is_minor'>,
) {
  const fields: Record<string, string> = {}
  if (based_on !== null && what_changed === '') fields.what_changed = 'Describe what has changed'
  const before = is_minor && based_on !== null && (await readEditionFile(db, scope, based_on))
  if (is_minor && !(before && mayBeMinor(before, file)))
    fields.is_minor = 'This is not a minor change, because more than the wording has changed'
  if (Object.keys(fields).length > 0)
    throw new ApiError('invalid-input', 'Some values are not valid. Correct them and try again.', {
      fields,
    })
}

const NO_EDITION = { elements: [] }

export async function impactOf(context: SignedInContext, id: number): Promise<PublishingImpact> {
  const now = context.app.adapters.now()
  const { isTemplate, ...impact } = await inContentSet(context, id, (db, scope, set) =>
    impactHere(db, scope, set, now),
  )
  if (!isTemplate) return impact
  return { ...impact, organisations: await countCopies(context, impact.family_id) }
}

async function impactHere(db: Db, scope: Scope, set: ContentSetRow, now: Date) {
  requireDraft(set)
  const { file, head } = await readComplete(db, scope, set.id)
  const { based_on, tenant } = await findRelatives(db, scope, set)
  const before = based_on && (await wholeOf(db, scope, based_on.id))
  return {
    isTemplate: tenant.is_platform,
    family_id: set.family_id,
    version: set.version,
    head_version: set.draft_saves,
    based_on,
    changes: compareEditions(before?.file ?? NO_EDITION, file),
    other_changes: before ? otherChanges(before.described, draftOfFile(file, head)) : [],
    ...(based_on ? await countMovable(db, scope, based_on.id) : NO_ASSESSMENTS),
    organisations: 1,
    // A template is in force nowhere.
    replaces: tenant.is_platform ? [] : await replacedHere(db, scope, set, head, now),
    scripts_without_font: scriptsWithoutFont(JSON.stringify(file)),
    may_be_minor: before !== null && mayBeMinor(before.file, file),
  }
}

async function replacedHere(
  db: Db,
  { tenantId }: Scope,
  { family_id: familyId }: ContentSetRow,
  head: InForce,
  now: Date,
) {
  const offer = { ...inForceOf(head), tenantId, familyId }
  return (await listReplaced(db, platformScopeOf([tenantId]), [offer], now)).get(tenantId) ?? []
}

async function wholeOf(db: Db, scope: Scope, id: number) {
  const file = await readEditionFile(db, scope, id)
  return { file, described: draftOfFile(file, await getRow(db, scope, id)) }
}
