import type { DBSchema } from 'idb'
import { sayLast } from '#core/last-words.ts'
import { lockOf, openOwnCopies, type OwnCopy } from '#core/own-copies.ts'
import { draftCopiesOf, signedInId } from '#core/personal-store.ts'
import type { StoreApi } from 'zustand/vanilla'
import { isClean } from './draft-saving.ts'
import type { DraftState } from './draft-state.ts'
import { titleOf } from '#features/content/publish/edition-words.ts'
import { keptOf, type KeptDraft } from './local-draft.ts'

/** Its key is that of the window that wrote it. */
interface Copy extends OwnCopy {
  contentSetId: number
  writtenAt: number
  kept: KeptDraft
}

interface Schema extends DBSchema {
  copies: { key: string; value: Copy }
}

type Database = Awaited<ReturnType<typeof openOwnCopies<Schema>>>

/** Oldest first; `forget` once it is kept elsewhere. */
interface LeftCopies {
  kept: KeptDraft[]
  forget: () => Promise<void>
}

interface Whose {
  userId: number
  contentSetId: number
  draft: Pick<StoreApi<DraftState>, 'getState' | 'subscribe'>
}

export interface DraftCopies {
  /** What windows that are gone left behind of a content set. */
  find: (contentSetId: number) => Promise<LeftCopies>
  /** Whether what is not saved is kept on the device. */
  keep: () => boolean
  /** Keeps what is not saved from now on; answers how to stop. */
  start: () => () => void
}

const PAUSE = 100
/** A reload is faster than its old page lets go. Milliseconds. */
const LETTING_GO = 300

/** What is not saved yet of a draft, on the device of its author, so that a reload or a crash takes no words away. */
export function draftCopies({ userId, contentSetId, draft }: Whose): DraftCopies {
  const key = crypto.randomUUID()
  let isEnded = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let db: Database = null

  function later() {
    timer ??= setTimeout(() => void write(), PAUSE)
  }

  function isOwners() {
    // Nobody's words are written down for somebody else, nor after their author has signed out.
    return !isEnded && signedInId() === userId
  }

  function copyNow(): Copy | null {
    const state = draft.getState()
    if (isClean(state)) return null
    return { key, contentSetId, writtenAt: Date.now(), kept: keptOf(state), ...named(state) }
  }

  /** Null where nothing can be kept. */
  function write(copy = copyNow()) {
    clearTimeout(timer)
    timer = undefined
    if (!db || !isOwners()) return null
    try {
      const tx = db.transaction('copies', 'readwrite')
      const asked = copy ? tx.store.put(copy) : tx.store.delete(key)
      // A page that is being left waits for no answer.
      tx.commit()
      const done = Promise.all([asked, tx.done])
      done.catch(() => {})
      return done
    } catch {
      // Signed out in another window: the database is gone.
      return null
    }
  }

  /** A browser may drop what the database is told by a page that goes away. */
  function leave() {
    const copy = copyNow()
    const isSaid = copy && db && isOwners()
    const takeBack = isSaid ? sayLast(draftCopiesOf(userId), key, copy) : () => {}
    void write(copy)?.then(takeBack, () => {})
  }

  const path = `/admin/content-sets/${contentSetId}`
  const named = ({ head }: DraftState) => ({ title: titleOf(head.value), path })

  return {
    async find(contentSetId) {
      db ??= await openOwnCopies<Schema>(userId)
      const { kept, forget } = await findLeft(db, contentSetId, key)
      const forgetOnceKept = async () => {
        await write()
        await forget()
      }
      return { kept, forget: forgetOnceKept }
    },
    keep: () => write() !== null,
    start() {
      isEnded = false
      const stopListening = draft.subscribe(later)
      const letGo = hold(key)
      window.addEventListener('pagehide', leave)
      document.addEventListener('visibilitychange', leave)
      return () => {
        leave()
        isEnded = true
        db?.close()
        db = null
        stopListening()
        letGo()
        window.removeEventListener('pagehide', leave)
        document.removeEventListener('visibilitychange', leave)
      }
    },
  }
}

/** What windows that are gone left behind of a content set that is not there any more. */
export async function findLeftCopies(userId: number, contentSetId: number): Promise<LeftCopies> {
  return await findLeft(await openOwnCopies<Schema>(userId), contentSetId)
}

async function findLeft(db: Database, contentSetId: number, ownKey = ''): Promise<LeftCopies> {
  const all = (await db?.getAll('copies')) ?? []
  const free = await Promise.all(
    all
      .filter((copy) => copy.contentSetId === contentSetId && copy.key !== ownKey)
      .map(async (copy) => ((await isLeft(copy.key)) ? [copy] : [])),
  )
  const copies = free.flat().toSorted((a, b) => a.writtenAt - b.writtenAt)
  return {
    kept: copies.map(({ kept }) => kept),
    forget: async () => {
      await Promise.all(copies.map(async (copy) => await db?.delete('copies', copy.key)))
    },
  }
}

/** Says to other windows that this one is still there. */
function hold(key: string) {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  void navigator.locks.request(lockOf(key), () => held)
  return letGo
}

// Asked anew each time: a page that is busy hears of its own time limit before it hears that the lock is free.
async function isLeft(key: string) {
  for (let waited = 0; ; waited += PAUSE) {
    const isFree = await navigator.locks.request(
      lockOf(key),
      { ifAvailable: true },
      (lock) => lock !== null,
    )
    if (isFree || waited >= LETTING_GO) return isFree
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}
