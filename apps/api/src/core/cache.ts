/** Caches values that never change, such as a published edition. */
export type Cache = <T>(
  key: string,
  read: () => Promise<{ value: T; isImmutable: boolean }>,
) => Promise<T>

const MOST = 200

export function createCache(): Cache {
  const known = new Map<string, unknown>()
  return async function cache<T>(
    key: string,
    read: () => Promise<{ value: T; isImmutable: boolean }>,
  ): Promise<T> {
    if (known.has(key)) return known.get(key) as T
    const { value, isImmutable } = await read()
    if (!isImmutable) return value
    if (known.size >= MOST) known.clear()
    known.set(key, value)
    return value
  }
}
