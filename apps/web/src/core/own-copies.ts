import { type DBSchema, type IDBPDatabase, openDB, unwrap } from 'idb'
import { draftCopiesOf } from '#core/personal-store.ts'

const STORES = ['copies', 'reviews']

/** What one person has not saved yet, kept on the device until it is or they sign out; null where nothing may be stored. */
export async function openOwnCopies<Schema extends DBSchema>(userId: number) {
  try {
    const db: IDBPDatabase<Schema> = await openDB<Schema>(draftCopiesOf(userId), STORES.length, {
      upgrade: (fresh, before) => {
        for (const name of STORES.slice(before))
          unwrap(fresh).createObjectStore(name, { keyPath: 'key' })
      },
      // Its person signs out in another window.
      blocking: () => db.close(),
    })
    return db
  } catch {
    // Private windows refuse to store.
    return null
  }
}
