/** Caches values that never change, such as a published edition. */
export type Frozen = <T>(
  key: string,
  read: () => Promise<{ value: T; isFrozen: boolean }>,
) => Promise<T>

const MOST = 200

export function makeFrozen(): Frozen {
  const known = new Map<string, unknown>()
  return async function frozen<T>(
    key: string,
    read: () => Promise<{ value: T; isFrozen: boolean }>,
  ): Promise<T> {
    if (known.has(key)) return known.get(key) as T
    const { value, isFrozen } = await read()
    if (!isFrozen) return value
    if (known.size >= MOST) known.clear()
    known.set(key, value)
    return value
  }
}
