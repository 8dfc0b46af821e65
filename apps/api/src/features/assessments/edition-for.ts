import { levelsOf } from 'contract/content-groups'
import { type Scope as ChosenScope, type ScopeGroups, applies } from 'rules/scope'
import type { Cache } from '#core/cache.ts'
import type { Db, Scope } from '#db/scope.ts'
import { type Edition, editionOf } from '#features/content/edition.ts'

export const WHOLE: ChosenScope = { scope_levels: null, scope_profiles: null }

/** What an assessment asks of its edition. */
export async function editionFor(
  db: Db,
  scope: Scope,
  cache: Cache,
  assessment: ChosenScope & { content_set_id: number },
): Promise<Edition> {
  return asked(await editionOf(db, scope, cache, assessment.content_set_id), assessment)
}

/** The statements that apply, and the elements that have some. Numbers stay as in the whole set. */
export function asked<E extends Pick<Edition, 'elements' | 'statements'>>(
  edition: E,
  scope: ChosenScope,
): E {
  if (scope.scope_levels === null && scope.scope_profiles === null) return edition
  const statements = edition.statements.filter((statement) => applies(statement, scope))
  const ids = new Set(statements.map(({ element_id }) => element_id))
  return { ...edition, statements, elements: edition.elements.filter(({ id }) => ids.has(id)) }
}

/** The tags that some of these statements have, in the order of the set. */
export function tagsOf({ set, statements }: Pick<Edition, 'set' | 'statements'>) {
  const named = new Set(statements.flatMap(({ tag_keys }) => tag_keys ?? []))
  const tags = (set.groups ?? []).filter(({ key, kind }) => kind === 'tag' && named.has(key))
  return tags.length > 0 ? tags.map(({ key, label }) => ({ key, label })) : undefined
}

/** What can be chosen of a set, levels lowest first. */
export function scopeGroupsOf({ groups }: Pick<Edition['set'], 'groups'>): ScopeGroups {
  const all = groups ?? []
  return { levels: levelsOf(all), profiles: all.filter(({ kind }) => kind === 'profile') }
}
