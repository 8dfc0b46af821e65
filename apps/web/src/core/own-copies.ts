import { type DBSchema, type IDBPDatabase, openDB, unwrap } from 'idb'
import { takeLastWords } from '#core/last-words.ts'
import { draftCopiesOf } from '#core/personal-store.ts'

const STORES = ['copies', 'reviews'] as const

/** What everything kept says of itself, so that it can be named and led to. */
export interface OwnCopy {
  key: string
  title: string
  path: string
}

/** What one person has not saved yet, kept on the device until it is or they sign out; null where nothing may be stored. */
export async function openOwnCopies<Schema extends DBSchema>(userId: number) {
  const name = draftCopiesOf(userId)
  try {
    const db: IDBPDatabase<Schema> = await openDB<Schema>(name, STORES.length, {
      upgrade: (fresh, before) => {
        for (const name of STORES.slice(before))
          unwrap(fresh).createObjectStore(name, { keyPath: 'key' })
      },
      // Its person signs out in another window.
      blocking: () => db.close(),
    })
    const own = db as unknown as IDBPDatabase<AnyCopies>
    // What cannot be taken stays where it is, and what is in the database is at hand all the same.
    await takeLastWords(name, (copies) => add(own, copies as TimedCopy[])).catch(() => {})
    return db
  } catch {
    // Private windows refuse to store.
    return null
  }
}

interface TimedCopy extends OwnCopy {
  writtenAt: number
}

interface AnyCopies extends DBSchema {
  copies: { key: string; value: TimedCopy }
  reviews: { key: string; value: OwnCopy }
}

async function add(db: IDBPDatabase<AnyCopies>, copies: readonly TimedCopy[]) {
  const tx = db.transaction('copies', 'readwrite')
  for (const copy of copies) {
    const written = await tx.store.get(copy.key)
    if ((written?.writtenAt ?? 0) <= copy.writtenAt) await tx.store.put(copy)
  }
  await tx.done
}

export interface FoundCopy extends Pick<OwnCopy, 'title' | 'path'> {
  /** Its window is still there. */
  isOpen: boolean
}

/** All that is kept of somebody, each page once. */
export async function findOwnCopies(userId: number): Promise<FoundCopy[]> {
  const db = await openOwnCopies<AnyCopies>(userId)
  if (!db) return []
  const all = (await Promise.all(STORES.map((store) => db.getAll(store)))).flat()
  db.close()
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.map(({ name }) => name))
  const found = all.map(({ key, title, path }) => ({ title, path, isOpen: names.has(lockOf(key)) }))
  // What can be brought back stands for the page.
  return [...Map.groupBy(found, ({ path }) => path).values()].flatMap(
    (same) => same.find(({ isOpen }) => !isOpen) ?? same.slice(0, 1),
  )
}

/** Held by the window that wrote a copy. */
export function lockOf(key: string) {
  return `waymark-draft ${key}`
}
