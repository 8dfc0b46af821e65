import type { TermsDraft, TermsDraftBody, TermsVersions } from 'contract/terms-editing'
import { isGodLevel } from 'contract/permissions'
import type { Scope, SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { dayOf } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { inVisibleAndPlatform } from '#support/tenant-scope.ts'
import {
  countActivePeople,
  deleteDraft,
  findDraft,
  insertVersion,
  listVersions,
  writeDraft,
} from '#features/organisations/terms/terms-editing.queries.ts'

/** Versions as whoever asks may see them: the draft and the numbers of all people are the platform's. */
export async function readVersions(context: SignedInContext): Promise<TermsVersions> {
  const standing = await inVisibleAndPlatform(context, async (db, scope) => ({
    versions: await listVersions(db, scope),
    people: await countActivePeople(db, scope),
  }))
  const isEditor = isGodLevel(context.actor.roles)
  return { ...standing, draft: isEditor ? await inPlatform(context, findDraft) : null }
}

export async function hasDraft(context: SignedInContext): Promise<boolean> {
  return (await inPlatform(context, findDraft)) !== null
}

export async function saveDraft(
  context: SignedInContext,
  body: TermsDraftBody,
): Promise<TermsDraft> {
  refusePast(context, body)
  return await inPlatform(context, async (db, scope) => {
    if (!(await writeDraft(db, scope, body, context.actor.id)))
      throw await savedMeanwhile(db, scope)
    await recordEvent(db, { ...context, scope }, 'terms_draft.saved')
    return await draftOf(db, scope)
  })
}

/** Throws away what was read, and nothing that somebody else has written since. */
export async function discardDraft(context: SignedInContext, version: number): Promise<void> {
  await inPlatform(context, async (db, scope) => {
    if (await deleteDraft(db, scope, version))
      await recordEvent(db, { ...context, scope }, 'terms_draft.discarded')
    else if (await findDraft(db, scope)) throw await savedMeanwhile(db, scope)
  })
}

/** Publishes what was read, and nothing that somebody else has written since. */
export async function publishDraft(context: SignedInContext, version: number): Promise<void> {
  await inPlatform(context, async (db, scope) => {
    const draft = await findDraft(db, scope)
    if (draft?.version !== version) throw await savedMeanwhile(db, scope)
    refusePast(context, draft)
    // Whoever saved or published between is first.
    if (!(await deleteDraft(db, scope, version))) throw await savedMeanwhile(db, scope)
    const published = await insertVersion(db, draft, context.tenant.timeZone)
    await recordEvent(db, { ...context, scope }, 'terms.published', {
      subject: `terms ${published}`,
      details: { must_accept: draft.must_accept, effective_on: draft.effective_on ?? 'at once' },
    })
  })
}

/** A day that is over where the platform is: nothing can have been in force before it was published. */
function refusePast(
  { app, tenant }: SignedInContext,
  { effective_on }: Pick<TermsDraft, 'effective_on'>,
) {
  if (effective_on === null || effective_on >= dayOf(tenant, app.adapters.now())) return
  throw new ApiError(
    'invalid-input',
    'The day from which it is in force is over: choose another.',
    {
      fields: { effective_on: 'Choose today or a later day' },
    },
  )
}

async function savedMeanwhile(db: Db, scope: Scope) {
  return new ApiError('conflict', 'Somebody else has changed the draft meanwhile.', {
    details: { draft: await findDraft(db, scope) },
  })
}

async function draftOf(db: Db, scope: Scope): Promise<TermsDraft> {
  const draft = await findDraft(db, scope)
  if (!draft) throw await savedMeanwhile(db, scope)
  return draft
}

/** One transaction that may write the terms, which belong to no organisation. */
async function inPlatform<T>(
  { app, tenant, scope }: SignedInContext,
  work: (db: Db, scope: Scope) => Promise<T>,
): Promise<T> {
  return await withTenants(app.pools, [tenant.id], (db) => work(db, scope))
}
