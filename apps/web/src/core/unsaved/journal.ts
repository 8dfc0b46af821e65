import { inTurn } from '#core/in-turn.ts'
import { storeQuietly } from '#core/storage-keys.ts'

/**
 * Writes to localStorage, which finishes before the page closes; a database transaction may be dropped then. Call the
 * returned function once the database has the value.
 */
export function writeJournal(database: string, key: string, value: unknown) {
  const name = `${database} ${key}`
  storeQuietly(localStorage, name, JSON.stringify(value))
  return () => void storeQuietly(localStorage, name, null)
}

/** Moves the entries of closed pages into the database. An entry is removed only after `write` succeeded. */
export async function replayJournal(
  database: string,
  write: (values: unknown[]) => Promise<unknown>,
) {
  if (journalKeys(database).length === 0) return
  // One page at a time, so that no entry is replayed twice.
  await inTurn(`${database}, journal`, async () => {
    const keys = journalKeys(database)
    const texts = keys.flatMap((key) => localStorage.getItem(key) ?? [])
    await write(texts.map((text) => JSON.parse(text) as unknown))
    for (const key of keys) localStorage.removeItem(key)
  })
}

export function journalKeys(database: string) {
  return Object.keys(localStorage).filter((key) => key.startsWith(`${database} `))
}
