/** The ids that are in only one of two lists. */
export function difference(before: readonly number[], after: readonly number[]): number[] {
  return [
    ...before.filter((id) => !after.includes(id)),
    ...after.filter((id) => !before.includes(id)),
  ]
}
