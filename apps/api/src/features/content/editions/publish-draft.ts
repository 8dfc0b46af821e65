import type { PublishBody, PublishingImpact } from 'contract/editions'
import type { ContentSetDetails } from 'contract/content-sets'
import type { SignedInContext } from '#core/context.ts'
import { type Scope, type Db, platformScopeOf } from '#db/scope.ts'
import type { ThreadWork } from '#adapters/threads.ts'
import { ApiError } from '#core/errors.ts'
import { type InForce, inForceOf } from '#features/content/draft-of-file.ts'
import { listBeside } from '#features/content/sets-beside.queries.ts'
import type { run } from './publication-worker.ts'
import { incomplete } from '#features/content/read-draft.ts'
import { requireEditor } from '#support/tenant-scope.ts'
import { type ContentSetRow, getRow } from '#features/content/drafts/drafts.queries.ts'
import {
  changeContentSet,
  inContentSet,
  recordChange,
  requireDraft,
} from '#features/content/in-content-set.ts'
import { detailsOf } from '#features/content/drafts/show-content-set.ts'
import { getYear } from '#support/tenants.queries.ts'
import { publishRow, retireCovered, NO_ASSESSMENTS, countAssessments } from './editions.queries.ts'
import { startMove } from '#features/content/moves.queries.ts'
import { countCopies } from './template-copies.ts'
import { readDraftText } from '#features/content/read-draft.queries.ts'
import { readEditionText } from '#features/content/content-sets.queries.ts'
import { findRelatives } from '#features/content/drafts/outlines.queries.ts'

const PUBLICATION: ThreadWork<typeof run> = {
  module: new URL('publication-worker.ts', import.meta.url),
  megabytes: 512,
  milliseconds: 60_000,
}

/** Publishes a draft. A minor change moves the assessments of the edition before. */
export async function publishDraft(
  context: SignedInContext,
  id: number,
  { head_version, what_changed, is_minor }: PublishBody,
): Promise<ContentSetDetails> {
  requireEditor(context)
  const { set: read, edition, effects } = await publicationOf(context, id)
  if (read.draft_saves !== head_version) throw changedSince(read)
  const { based_on } = read
  requireDescribed({ what_changed, is_minor, based_on, may_be_minor: effects.may_be_minor })
  await changeContentSet(context, id, async (db, scope, set) => {
    requireDraft(set)
    if (set.draft_saves !== head_version) throw changedSince(set)
    await publishRow(db, scope, id, {
      ...edition,
      what_changed: what_changed === '' ? null : what_changed,
      is_minor,
      changed_by: context.actor.id,
    })
    const year = await getYear(db, scope, context.app.adapters.now())
    await retireCovered(db, scope, id, year)
    await recordChange(db, context, scope, id, 'content_set.published', {
      title: edition.columns.title,
      version: set.version,
      is_minor,
    })
    if (is_minor && set.based_on !== null)
      await startMove(db, context, scope, { id, from: set.based_on })
  })
  return await inContentSet(context, id, (db, scope, set) => detailsOf(db, context, scope, set))
}

/** What publishing would write and change. Read in a transaction, worked out after it. */
async function publicationOf(context: SignedInContext, id: number) {
  const { set, draft, before } = await inContentSet(context, id, async (db, scope, set) => {
    requireDraft(set)
    const draft = await readDraftText(db, scope, id)
    const { based_on: from } = set
    const before = from === null ? undefined : await wholeOf(db, scope, from)
    return { set, draft, before }
  })
  if (!draft)
    throw new ApiError('conflict', 'This content set is already published. Reload the page.')
  const publication = await context.app.adapters.threads.run(PUBLICATION, { draft, before })
  if ('faults' in publication) throw incomplete(publication.faults)
  return { set, head: draft.head, ...publication }
}

async function wholeOf(db: Db, scope: Scope, id: number) {
  const inForce = inForceOf(await getRow(db, scope, id))
  return { edition: await readEditionText(db, scope, id), inForce }
}

function changedSince({ draft_saves }: ContentSetRow) {
  return new ApiError(
    'conflict',
    'The draft has changed. Review the changes, then publish again.',
    {
      details: { head_version: draft_saves },
    },
  )
}

type Described = Pick<PublishBody, 'what_changed' | 'is_minor'> &
  Pick<ContentSetRow, 'based_on'> &
  Pick<PublishingImpact, 'may_be_minor'>

function requireDescribed({ based_on, what_changed, is_minor, may_be_minor }: Described) {
  const fields: Record<string, string> = {}
  if (based_on !== null && what_changed === '') fields.what_changed = 'Describe what has changed'
  if (is_minor && !may_be_minor)
    fields.is_minor = 'This is not a minor change, because more than the wording has changed'
  if (Object.keys(fields).length > 0)
    throw new ApiError('invalid-input', 'Some values are not valid. Correct them and try again.', {
      fields,
    })
}

export async function impactOf(context: SignedInContext, id: number): Promise<PublishingImpact> {
  const now = context.app.adapters.now()
  const { set, head, effects } = await publicationOf(context, id)
  const { isTemplate, ...rest } = await inContentSet(context, id, async (db, scope) => {
    const { based_on, tenant } = await findRelatives(db, scope, set)
    return {
      isTemplate: tenant.is_platform,
      based_on,
      ...(based_on ? await countAssessments(db, scope, based_on.id) : NO_ASSESSMENTS),
      organisations: 1,
      // A template is in force nowhere.
      beside: tenant.is_platform ? [] : await besideHere(db, scope, set, head, now),
      replaces: [],
    }
  })
  const impact = { version: set.version, head_version: set.draft_saves, ...effects, ...rest }
  if (!isTemplate) return impact
  return { ...impact, organisations: await countCopies(context, set.family_id) }
}

async function besideHere(
  db: Db,
  { tenantId }: Scope,
  { family_id }: ContentSetRow,
  head: InForce,
  now: Date,
) {
  const offer = { ...inForceOf(head), tenant_id: tenantId, family_id }
  return (await listBeside(db, platformScopeOf([tenantId]), [offer], now)).get(tenantId) ?? []
}
