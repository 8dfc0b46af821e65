export type Name<Values> = keyof Values & string

/** The fields that differ; the order of lists is ignored. */
export function differences<Values>(
  names: readonly Name<Values>[],
  before: Values,
  after: Values,
): Name<Values>[] {
  return names.filter((name) => textOf(before[name]) !== textOf(after[name]))
}

interface Versions<Values> {
  base: Values
  mine: Values
  theirs: Values
}

/** Compares two changes of `base`. `both`: fields changed differently; `applied`: fields that only the other user changed. */
export function mergeRecords<Values>(
  names: readonly Name<Values>[],
  { base, mine, theirs }: Versions<Values>,
) {
  const own = new Set(differences(names, base, mine))
  const others = differences(names, base, theirs)
  return {
    both: differences(others, mine, theirs).filter((name) => own.has(name)),
    applied: others.filter((name) => !own.has(name)),
  }
}

function textOf(value: unknown) {
  const items = Array.isArray(value) ? value.map((item) => JSON.stringify(item)).toSorted() : null
  return JSON.stringify(items ?? value ?? null)
}
