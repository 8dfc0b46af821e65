/** Which ids are in one of two lists alone: whom a new list adds or leaves out. */
export function difference(before: readonly number[], after: readonly number[]): number[] {
  return [
    ...before.filter((id) => !after.includes(id)),
    ...after.filter((id) => !before.includes(id)),
  ]
}
