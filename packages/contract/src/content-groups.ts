import { sameText } from './same-text.ts'

/** A ladder of levels (each contains those below), profiles of which any number can be chosen, and tags, which only filter. */
export const GROUP_KINDS = ['level', 'profile', 'tag'] as const

type Group = { key: string; kind: (typeof GROUP_KINDS)[number]; order?: number | undefined }

/** Levels lowest first: by `order`, without it as they are listed. */
export function levelsOf<G extends Group>(groups: readonly G[]): G[] {
  return groups
    .filter(({ kind }) => kind === 'level')
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
}

/**
 * A statement's groups in the order of the set's, each once, and of the levels only the lowest, which the others
 * contain. Undefined without any.
 */
export function keptGroups(
  groups: readonly Group[],
  named: readonly string[] = [],
): string[] | undefined {
  const names = new Set(named.map(sameText))
  const lowest = levelsOf(groups).find(({ key }) => names.has(sameText(key)))
  const isKept = (group: Group) =>
    group.kind === 'level' ? group === lowest : names.has(sameText(group.key))
  const kept = groups.filter(isKept).map(({ key }) => key)
  return kept.length > 0 ? kept : undefined
}
