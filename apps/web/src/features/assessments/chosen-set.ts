import type { Overview } from 'contract/assessments'

/** The search parameter `set` for links: only there if there is a choice. */
export function chosenSet({ set, sets }: Pick<Overview, 'set' | 'sets'>): number | undefined {
  return sets.length > 1 && set !== null ? set : undefined
}
