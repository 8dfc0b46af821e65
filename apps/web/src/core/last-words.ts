import { lastWordsIn } from './personal-store.ts'
import { storeQuietly } from './storage-keys.ts'

/**
 * Keeps for a database what it may not get any more: a browser drops what a database has not finished when its page
 * goes away, and this is written at once. Answers how to take it back when the database has it after all.
 */
export function sayLast(database: string, key: string, words: unknown) {
  const name = `${database} ${key}`
  storeQuietly(localStorage, name, JSON.stringify(words))
  return () => void storeQuietly(localStorage, name, null)
}

/** Puts what was said last where it belongs; what cannot be put there stays for the next time. */
export async function takeLastWords(database: string, put: (words: unknown[]) => Promise<unknown>) {
  if (lastWordsIn(database).length === 0) return
  // One page at a time: what one has taken and done with, no other brings again.
  await navigator.locks.request(`${database}, last words`, async () => {
    const keys = lastWordsIn(database)
    const texts = keys.flatMap((key) => localStorage.getItem(key) ?? [])
    await put(texts.map((text) => JSON.parse(text) as unknown))
    for (const key of keys) localStorage.removeItem(key)
  })
}
