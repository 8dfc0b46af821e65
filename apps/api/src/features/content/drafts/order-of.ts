/** Everything in the wished order; what a wish does not name follows what it followed, and what is not there is left out. */
export function orderOf(current: readonly number[], wish: readonly number[]): number[] {
  const there = new Set(current)
  const named = [...new Set(wish)].filter((id) => there.has(id))
  const isNamed = new Set(named)
  const followers = new Map<number | undefined, number[]>()
  let anchor: number | undefined
  for (const id of current) {
    if (isNamed.has(id)) anchor = id
    else followers.set(anchor, [...(followers.get(anchor) ?? []), id])
  }
  return [
    ...(followers.get(undefined) ?? []),
    ...named.flatMap((id) => [id, ...(followers.get(id) ?? [])]),
  ]
}
