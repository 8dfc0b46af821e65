import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { inTurn } from '#core/in-turn.ts'
import { onRestored } from '#core/restored.ts'
import { signedInId } from '#core/session.ts'
import { replayJournal, writeJournal } from './journal.ts'
import { copiesDatabase } from './sign-out.ts'

interface Unsaved<Value> {
  title: string
  path: string
  value: Value
}

interface StoredCopy<Value = unknown> extends Unsaved<Value> {
  key: string
  place: string
  writtenAt: number
}

interface Schema extends DBSchema {
  copies: { key: string; value: StoredCopy }
}
type Database = IDBPDatabase<Schema>

export interface Copy<Value> {
  /** Unsaved values of closed windows for this place, oldest first. The next write replaces them. */
  adopt: () => Promise<Value[]>
  write: () => boolean
  writeSoon: () => void
  /** Marks this window as open and writes when it closes; returns a function that stops. */
  start: () => () => void
}

interface Subject<Value> {
  userId: number
  /** What is edited, for example `content-set 12`. */
  place: string
  /** Null: everything is saved. */
  read: () => Unsaved<Value> | null
}

const PAUSE = 100
/** How long a page that is being reloaded may hold its lock. Milliseconds. */
const RELOAD = 300

/** A local copy of a window's unsaved changes. Survives reloads, crashes and expired sessions, but not signing out. */
export function createCopy<Value>({ userId, place, read }: Subject<Value>): Copy<Value> {
  const key = crypto.randomUUID()
  let opening: Promise<Database | null> | undefined
  /** Undefined until it has opened, null if it can't be used. */
  let db: Database | null | undefined
  let adopted: readonly string[] = []
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function storedNow(): StoredCopy<Value> | null {
    const unsaved = read()
    return unsaved && { ...unsaved, key, place, writtenAt: Date.now() }
  }

  /** Null if nothing can be stored or another user is signed in. */
  function put(copy: StoredCopy<Value> | null) {
    clearTimeout(timer)
    timer = undefined
    if (!db || !canWrite()) return null
    try {
      const tx = db.transaction('copies', 'readwrite')
      const own = copy ? tx.store.put(copy) : tx.store.delete(key)
      const done = Promise.all([own, ...adopted.map((left) => tx.store.delete(left)), tx.done])
      // A closing page doesn't wait.
      tx.commit()
      done.catch(() => {})
      return done
    } catch {
      // Another window has signed out and deleted the database.
      return null
    }
  }

  function canWrite() {
    return !isStopped && signedInId() === userId
  }

  /** Also writes the journal, because browsers may drop transactions of closing pages. */
  function writeOnLeaving() {
    const copy = storedNow()
    const isJournalled = copy && db !== null && canWrite()
    const removeEntry = isJournalled
      ? writeJournal(copiesDatabase(userId), key, copy)
      : () => undefined
    const finish = () => void put(storedNow())?.then(removeEntry, () => {})
    if (db === undefined) void opening?.then(finish)
    else finish()
  }

  return {
    async adopt() {
      opening ??= openCopies(userId)
      db = await opening
      const left = (await leftCopies<Value>(db, place)).filter((copy) => copy.key !== key)
      adopted = left.map((copy) => copy.key)
      return left.map(({ value }) => value)
    },
    write: () => put(storedNow()) !== null,
    writeSoon() {
      timer ??= setTimeout(() => put(storedNow()), PAUSE)
    },
    start() {
      isStopped = false
      const letGo = hold(key)
      window.addEventListener('pagehide', writeOnLeaving)
      document.addEventListener('visibilitychange', writeOnLeaving)
      return () => {
        writeOnLeaving()
        isStopped = true
        clearTimeout(timer)
        db?.close()
        db = undefined
        opening = undefined
        letGo()
        window.removeEventListener('pagehide', writeOnLeaving)
        document.removeEventListener('visibilitychange', writeOnLeaving)
      }
    },
  }
}

interface LeftCopies<Value> {
  values: Value[]
  forget: () => Promise<void>
}

export async function findCopies<Value>(userId: number, place: string): Promise<LeftCopies<Value>> {
  const db = await openCopies(userId)
  const left = await leftCopies<Value>(db, place)
  db?.close()
  return {
    values: left.map(({ value }) => value),
    async forget() {
      const again = await openCopies(userId)
      await Promise.all(left.map(async ({ key }) => await again?.delete('copies', key)))
      again?.close()
    },
  }
}

export interface ListedCopy extends Pick<StoredCopy, 'title' | 'path'> {
  isOpen: boolean
}

export async function listCopies(userId: number): Promise<ListedCopy[]> {
  const db = await openCopies(userId)
  const all = (await db?.getAll('copies')) ?? []
  db?.close()
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.map(({ name }) => name))
  const found = all.map(({ key, title, path }) => ({ title, path, isOpen: names.has(lockOf(key)) }))
  return [...Map.groupBy(found, ({ path }) => path).values()].flatMap(
    (same) => same.find(({ isOpen }) => !isOpen) ?? same.slice(0, 1),
  )
}

async function openCopies(userId: number): Promise<Database | null> {
  const name = copiesDatabase(userId)
  try {
    const db: Database = await openDB<Schema>(name, 1, {
      upgrade: (fresh) => void fresh.createObjectStore('copies', { keyPath: 'key' }),
      // The user signs out in another window.
      blocking: () => db.close(),
    })
    // An entry that cannot be replayed stays in the journal.
    await replayJournal(name, (copies) => add(db, copies as StoredCopy[])).catch(() => {})
    return db
  } catch {
    // Private windows may refuse to store.
    return null
  }
}

async function add(db: Database, copies: readonly StoredCopy[]) {
  const tx = db.transaction('copies', 'readwrite')
  for (const copy of copies) {
    const written = await tx.store.get(copy.key)
    if ((written?.writtenAt ?? 0) <= copy.writtenAt) await tx.store.put(copy)
  }
  await tx.done
}

async function leftCopies<Value>(db: Database | null, place: string) {
  const all = ((await db?.getAll('copies')) ?? []) as StoredCopy<Value>[]
  const left = await Promise.all(
    all
      .filter((copy) => copy.place === place)
      .map(async (copy) => ((await isLeft(copy.key)) ? [copy] : [])),
  )
  return left.flat().toSorted((a, b) => a.writtenAt - b.writtenAt)
}

function lockOf(key: string) {
  return `waymark-draft ${key}`
}

function hold(key: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  // WebKit ends it when the user leaves, and may show the page again later.
  const request = () => void navigator.locks.request(lockOf(key), () => promise).catch(() => {})
  const stop = onRestored(request)
  request()
  return () => {
    stop()
    resolve()
  }
}

// Polls, because a busy page notices its timeout before the free lock.
async function isLeft(key: string) {
  for (let waited = 0; ; waited += PAUSE) {
    const isFree = await inTurn(lockOf(key), async (lock) => lock !== null, { ifAvailable: true })
    if (isFree || waited >= RELOAD) return isFree
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}
