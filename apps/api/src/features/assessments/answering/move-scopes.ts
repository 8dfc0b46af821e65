import type { OfferedEdition } from 'contract/offered-edition'
import { choiceOfScope, scopeIn, scopeText } from 'rules/scope'
import type { App } from '#core/context.ts'
import type { Db, Scope } from '#db/scope.ts'
import { scopeGroupsOf } from '#features/assessments/edition-for.ts'
import { editionOf } from '#features/content/edition.ts'
import type { Assessment } from '#features/assessments/assessments.queries.ts'
import { listScopes, replaceScope } from './scope.queries.ts'

type Within = { cache: App['cache']; scope: Scope }

/** What was chosen, as far as the edition to which the assessments move has it. */
export async function moveScopes(
  db: Db,
  { app, scope }: { app: Pick<App, 'cache'>; scope: Scope },
  { ids, to }: { ids: readonly number[]; to: number },
): Promise<void> {
  const chosen = await listScopes(db, scope, ids)
  if (chosen.length === 0) return
  const groups = scopeGroupsOf((await editionOf(db, scope, app.cache, to)).set)
  for (const from of chosen) await replaceScope(db, scope, ids, { from, to: scopeIn(groups, from) })
}

/** Labels of the chosen level and profiles that an edition doesn't have, and what is then chosen. */
export async function droppedIn(
  db: Db,
  { cache, scope }: Within,
  assessment: Pick<Assessment, 'content_set_id' | 'scope_levels' | 'scope_profiles'>,
  to: number,
): Promise<Pick<OfferedEdition, 'dropped' | 'scope'>> {
  const { level, profiles } = choiceOfScope(assessment)
  const chosen = new Set([...(level === null ? [] : [level]), ...(profiles ?? [])])
  if (chosen.size === 0) return { dropped: [], scope: '' }
  const before = scopeGroupsOf((await editionOf(db, scope, cache, assessment.content_set_id)).set)
  const after = scopeGroupsOf((await editionOf(db, scope, cache, to)).set)
  const left = new Set([...after.levels, ...after.profiles].map(({ key }) => key))
  return {
    dropped: [...before.levels, ...before.profiles]
      .filter(({ key }) => chosen.has(key) && !left.has(key))
      .map(({ label }) => label),
    scope: scopeText(after, scopeIn(after, assessment)),
  }
}
