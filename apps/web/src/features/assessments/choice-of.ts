import type { Overview } from 'contract/assessments'

type Shown = Pick<Overview, 'set' | 'sets' | 'shared' | 'has_other'>

/** The search parameters for links to what the overview shows: each only there if there is a choice. */
export function choiceOf({ set, sets, shared, has_other: hasOther }: Shown) {
  return {
    set: sets.length > 1 && set !== null ? set : undefined,
    whose: hasOther && shared === null ? ('mine' as const) : undefined,
  }
}
