import type { EditionChanges } from 'rules/compare-editions'
import type { EditionInHistory } from 'contract/editions'
import type { ThreadWork } from '#adapters/threads.ts'
import type { SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { inForceOf } from '#features/content/draft-of-file.ts'
import { changesBetween, countsOf } from '#features/content/edition-changes.ts'
import type { Side, run } from './comparison-worker.ts'
import { readContentText } from '#features/content/read-draft.ts'
import { type ContentSetRow, getRow } from '#features/content/drafts/drafts.queries.ts'
import { inContentSet } from '#features/content/in-content-set.ts'
import { listEditions } from './editions.queries.ts'

export async function historyOf(context: SignedInContext, id: number) {
  return await inContentSet(context, id, async (db, scope, set) => {
    const editions = await listEditions(db, scope, set.family_id)
    const versions: EditionInHistory[] = []
    for (const [index, edition] of editions.entries()) {
      const before = editions[index + 1]
      const changes = before ? await changesSince(context, db, scope, before, edition) : null
      versions.push({ ...edition, changes: changes && countsOf(changes) })
    }
    return { versions }
  })
}

const COMPARE: ThreadWork<typeof run> = {
  module: new URL('comparison-worker.ts', import.meta.url),
  megabytes: 512,
  milliseconds: 60_000,
}

/** Read in a transaction, compared after it. */
export async function comparisonOf(context: SignedInContext, id: number, withId: number) {
  const sides = await inContentSet(context, id, async (db, scope, set) => {
    const before = await getRow(db, scope, withId)
    if (before.family_id !== set.family_id) throw notFound('content set')
    return { before: await sideOf(db, scope, before), after: await sideOf(db, scope, set) }
  })
  return await context.app.adapters.threads.run(COMPARE, sides)
}

async function sideOf(db: Db, scope: Scope, set: ContentSetRow): Promise<Side> {
  return { ...(await readContentText(db, scope, set.id)), inForce: inForceOf(set) }
}

type Stage = Pick<ContentSetRow, 'id' | 'status'>

async function changesSince(
  { app }: SignedInContext,
  db: Db,
  scope: Scope,
  before: Stage,
  after: Stage,
): Promise<EditionChanges> {
  if (before.status !== 'draft' && after.status !== 'draft')
    return await changesBetween(db, scope, app.cache, before.id, after.id)
  const [old, now] = [await getRow(db, scope, before.id), await getRow(db, scope, after.id)]
  const sides = { before: await sideOf(db, scope, old), after: await sideOf(db, scope, now) }
  return await app.adapters.threads.run(COMPARE, sides)
}
