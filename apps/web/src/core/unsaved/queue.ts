import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { replayJournal, writeJournal } from './journal.ts'

interface Queued {
  /** The order of sending, given by the database. */
  seq?: number
  /** Unique; an item with the same key is never queued twice. */
  key: string
  /** Tenant host and user; only their session reads or sends the item. */
  owner: string
}

interface Schema<Item> extends DBSchema {
  changes: { key: number; value: Item; indexes: { owner: string } }
}

/** The owner of this user's changes at this host. */
export function queueOwner(userId: number) {
  return `${location.hostname} ${userId}`
}

/** Changes to send, in order, each stored before `add` resolves. They survive signing out. */
export async function openQueue<Item extends Queued>(owner: string) {
  const db = await openDB<Schema<Item>>('waymark-outbox', 1, {
    upgrade(fresh) {
      const changes = fresh.createObjectStore('changes', { keyPath: 'seq', autoIncrement: true })
      changes.createIndex('owner', 'owner')
    },
  })
  const name = `waymark-outbox ${owner}`
  await replayJournal(name, (items) =>
    editAll(db, owner, (before) => withMissing(before, items as Item[])),
  ).catch(() => {})
  return {
    async add(item: Item) {
      const removeEntry = writeJournal(name, item.key, item)
      try {
        const tx = db.transaction('changes', 'readwrite', { durability: 'strict' })
        await tx.store.add(item)
        await tx.done
      } finally {
        removeEntry()
      }
    },
    all: (): Promise<Item[]> => db.getAllFromIndex('changes', 'owner', owner),
    /** Runs in one transaction, so that two tabs can't edit the same state. */
    edit: (change: (items: Item[]) => Item[]) => editAll(db, owner, change),
  }
}

function withMissing<Item extends Queued>(before: readonly Item[], replayed: readonly Item[]) {
  const known = new Set(before.map(({ key }) => key))
  return [...before, ...replayed.filter(({ key }) => !known.has(key))]
}

async function editAll<Item extends Queued>(
  db: IDBPDatabase<Schema<Item>>,
  owner: string,
  edit: (items: Item[]) => Item[],
) {
  const tx = db.transaction('changes', 'readwrite', { durability: 'strict' })
  const before = await tx.store.index('owner').getAll(owner)
  const after = edit(before)
  const left = new Set(after.map(({ seq }) => seq))
  const writes = after.filter((item) => !before.includes(item)).map((item) => tx.store.put(item))
  const removals = before.flatMap(({ seq }) =>
    seq === undefined || left.has(seq) ? [] : [tx.store.delete(seq)],
  )
  await Promise.all([...writes, ...removals, tx.done])
}
