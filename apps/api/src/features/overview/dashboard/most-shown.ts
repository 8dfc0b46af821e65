/** So many of a kind stand among what needs attention: one kind does not hide the others. */
export const MOST_SHOWN = 3

/** Those that are shown, and the kinds of which there are more. */
export function shownOf<Entry extends { kind: string }>(entries: readonly Entry[]) {
  const before = new Map<Entry['kind'], number>()
  const shown = entries.filter(({ kind }) => {
    const count = before.get(kind) ?? 0
    before.set(kind, count + 1)
    return count < MOST_SHOWN
  })
  const more = [...before].flatMap(([kind, count]) => (count > MOST_SHOWN ? [kind] : []))
  return { shown, more }
}
