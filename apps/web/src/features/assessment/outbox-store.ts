import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { sayLast, takeLastWords } from '#core/last-words.ts'
import type { Change } from './outbox-change.ts'

interface Schema extends DBSchema {
  changes: { key: number; value: Change; indexes: { owner: string } }
}

/** The durable queue of one owner. `edit` is one transaction, so no tab works on another's leavings. */
export interface OutboxStore {
  add: (change: Change) => Promise<void>
  all: () => Promise<Change[]>
  edit: (change: (changes: Change[]) => Change[]) => Promise<void>
}

export async function openOutboxStore(owner: string): Promise<OutboxStore> {
  const db = await openDB<Schema>('waymark-outbox', 1, {
    upgrade(fresh) {
      const changes = fresh.createObjectStore('changes', { keyPath: 'seq', autoIncrement: true })
      changes.createIndex('owner', 'owner')
    },
  })
  const name = `waymark-outbox ${owner}`
  await takeLastWords(name, (changes) =>
    editAll(db, owner, (before) => withLate(before, changes as Change[])),
  ).catch(() => {})
  return {
    async add(change) {
      const takeBack = sayLast(name, change.key, change)
      try {
        // Strict: an answer counts as kept only when it is on the disk.
        const tx = db.transaction('changes', 'readwrite', { durability: 'strict' })
        await tx.store.add(change)
        await tx.done
      } finally {
        takeBack()
      }
    },
    all: () => db.getAllFromIndex('changes', 'owner', owner),
    edit: (change) => editAll(db, owner, change),
  }
}

function withLate(before: readonly Change[], late: readonly Change[]) {
  const known = new Set(before.map(({ key }) => key))
  return [...before, ...late.filter(({ key }) => !known.has(key))]
}

async function editAll(
  db: IDBPDatabase<Schema>,
  owner: string,
  edit: (changes: Change[]) => Change[],
) {
  const tx = db.transaction('changes', 'readwrite', { durability: 'strict' })
  const before = await tx.store.index('owner').getAll(owner)
  const after = edit(before)
  const kept = new Set(after.map((change) => change.seq))
  const writes = after
    .filter((change) => !before.includes(change))
    .map((change) => tx.store.put(change))
  const removals = before.flatMap(({ seq }) =>
    seq === undefined || kept.has(seq) ? [] : [tx.store.delete(seq)],
  )
  await Promise.all([...writes, ...removals, tx.done])
}
