import { compareEditions } from 'rules/compare-editions'
import type { PublishingImpact } from 'contract/editions'
import type { Scope, SignedInContext, Db } from '#core/context.ts'
import { mayBeMinor } from '#features/content/edition-changes.ts'
import { draftOfFile } from '#features/content/draft-of-file.ts'
import { readEditionFile } from '#features/content/edition.ts'
import { type ContentSetRow, getRow } from '#features/content/drafts/drafts.queries.ts'
import { otherChanges } from '#features/content/sets/other-changes.ts'
import { inContentSet, requireDraft } from '#features/content/in-content-set.ts'
import { findRelatives } from '#features/content/drafts/show-content-set.ts'
import { NO_ASSESSMENTS, countMovable } from './editions.queries.ts'
import { readComplete } from './publish-draft.ts'
import { countCopies } from './template-copies.ts'

const NO_EDITION = { elements: [] }

export async function impactOf(context: SignedInContext, id: number): Promise<PublishingImpact> {
  const { isTemplate, ...impact } = await inContentSet(context, id, (db, scope, set) =>
    impactHere(db, scope, set),
  )
  if (!isTemplate) return impact
  return { ...impact, organisations: await countCopies(context, impact.family_id) }
}

async function impactHere(db: Db, scope: Scope, set: ContentSetRow) {
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
    may_be_minor: before !== null && mayBeMinor(before.file, file),
  }
}

async function wholeOf(db: Db, scope: Scope, id: number) {
  const file = await readEditionFile(db, scope, id)
  return { file, described: draftOfFile(file, await getRow(db, scope, id)) }
}
