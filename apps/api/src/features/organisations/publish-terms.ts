import type { TermsDraft, TermsDraftBody, TermsVersions } from 'contract/terms-editing'
import { isGodLevel } from 'contract/roles'
import type { SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { dayOf } from '#core/host-tenant.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { inVisibleAndPlatform } from '#support/tenant-scope.ts'
import {
  countActiveUsers,
  deleteDraft,
  findDraft,
  insertVersion,
  listVersions,
  writeDraft,
} from '#features/organisations/terms/terms-editing.queries.ts'

/** Only god-admins see the draft. */
export async function readVersions(context: SignedInContext): Promise<TermsVersions> {
  const counts = await inVisibleAndPlatform(context, async (db, scope) => ({
    versions: await listVersions(db, scope),
    people: await countActiveUsers(db, scope),
  }))
  const isEditor = isGodLevel(context.actor.roles)
  return { ...counts, draft: isEditor ? await inPlatform(context, findDraft) : null }
}

export async function hasDraft(context: SignedInContext): Promise<boolean> {
  return (await inPlatform(context, findDraft)) !== null
}

export async function saveDraft(context: SignedInContext, body: TermsDraftBody) {
  refusePast(context, body)
  return await inPlatform(context, async (db, scope) => {
    if (!(await writeDraft(db, scope, body, context.actor.id))) throw await draftConflict(db, scope)
    await recordEvent(db, { ...context, scope }, 'terms_draft.saved')
    const draft = await findDraft(db, scope)
    if (!draft) throw await draftConflict(db, scope)
    return draft
  })
}

/** Deletes the draft unless someone else saved it since. */
export async function discardDraft(context: SignedInContext, version: number): Promise<void> {
  await inPlatform(context, async (db, scope) => {
    if (await deleteDraft(db, scope, version))
      await recordEvent(db, { ...context, scope }, 'terms_draft.discarded')
    else if (await findDraft(db, scope)) throw await draftConflict(db, scope)
  })
}

/** Publishes the draft unless someone else saved it since. */
export async function publishDraft(context: SignedInContext, version: number): Promise<void> {
  await inPlatform(context, async (db, scope) => {
    const draft = await findDraft(db, scope)
    if (draft?.version !== version) throw await draftConflict(db, scope)
    refusePast(context, draft)
    // Someone else may have saved or published it since it was read.
    if (!(await deleteDraft(db, scope, version))) throw await draftConflict(db, scope)
    const published = await insertVersion(db, draft, context.tenant.timeZone)
    await recordEvent(db, { ...context, scope }, 'terms.published', {
      subject: `terms ${published}`,
      details: {
        must_accept: draft.must_accept,
        effective_on: draft.effective_on ?? 'immediately',
      },
    })
  })
}

/** Refuses past days in the platform's time zone. */
function refusePast(
  { app, tenant }: SignedInContext,
  { effective_on }: Pick<TermsDraft, 'effective_on'>,
) {
  if (effective_on === null || effective_on >= dayOf(tenant, app.adapters.now())) return
  throw new ApiError('invalid-input', 'The effective date is in the past. Choose another date.', {
    fields: { effective_on: 'Choose today or a later date' },
  })
}

async function draftConflict(db: Db, scope: Scope) {
  return new ApiError(
    'conflict',
    'Someone else changed this draft while you were editing. Check the changes, then try again.',
    {
      details: { draft: await findDraft(db, scope) },
    },
  )
}

/** The terms belong to no organisation, so this takes the platform's rights. */
async function inPlatform<T>(
  { app, tenant, scope }: SignedInContext,
  work: (db: Db, scope: Scope) => Promise<T>,
): Promise<T> {
  return await withTenants(app.pools, [tenant.id], (db) => work(db, scope))
}
