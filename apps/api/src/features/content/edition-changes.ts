import { type EditionChanges, compareEditions, isWordingOnly } from 'rules/compare-editions'
import type { ContentSetFile } from 'contract/content-format'
import { isDeepStrictEqual } from 'node:util'
import type { Scope, Db } from '#db/scope.ts'
import type { Cache } from '#core/cache.ts'
import { readEditionFile } from './edition.ts'

/** Published editions don't change, so they are compared once. */
export async function changesBetween(
  db: Db,
  scope: Scope,
  cache: Cache,
  fromId: number,
  toId: number,
): Promise<EditionChanges> {
  return await cache(`changes ${scope.tenantId} ${fromId} ${toId}`, async () => {
    const before = await readEditionFile(db, scope, fromId)
    const after = await readEditionFile(db, scope, toId)
    return { value: compareEditions(before, after), isImmutable: true }
  })
}

export function countsOf({ added, changed, removed, moved }: EditionChanges) {
  return {
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    moved: moved.length,
  }
}

/** Only wording differs: every statement, element and band counts the same. */
export function mayBeMinor(before: ContentSetFile, after: ContentSetFile): boolean {
  return (
    isWordingOnly(compareEditions(before, after)) &&
    isDeepStrictEqual(frameOf(before), frameOf(after))
  )
}

function frameOf({ scale, certificationBands, elementBands, elements, ...set }: ContentSetFile) {
  return {
    levels: scale?.length,
    scores: [set.scoreFrom, set.notApplicableCounts],
    groups: set.groups?.map(({ key, kind, order }) => ({ key, kind, order })),
    certification: certificationBands.map(({ label: _, ...least }) => least),
    elementBands: elementBands?.map(({ label: _, ...least }) => least),
    elements: elements.map(({ key, required, weight, reportBands }) => ({
      key,
      required,
      weight,
      bands: reportBands?.map(({ from, to }) => ({ from, to })),
    })),
  }
}
