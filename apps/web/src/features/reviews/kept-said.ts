import type { DBSchema } from 'idb'
import { openOwnCopies, type OwnCopy } from '#core/own-copies.ts'
import { signedInId } from '#core/personal-store.ts'
import type { Said } from './use-said.ts'

export interface Kept {
  said: Said
  /** The version that it was said on top of. */
  seen: number
}

interface Schema extends DBSchema {
  reviews: { key: string; value: Kept & OwnCopy }
}

interface Whose {
  userId: number
  reviewId: number
  statementId: number
  /** How the statement is called outside of its review. */
  title: string
}

/** What an auditor said of a statement and nobody has saved yet: a reload or the end of a session takes it not away. */
export function keptSaid({ userId, reviewId, statementId, title }: Whose) {
  const key = `${reviewId} ${statementId}`
  const path = `/admin/reviews/${reviewId}`
  const opened = openOwnCopies<Schema>(userId)
  const write = async (work: (db: NonNullable<Awaited<typeof opened>>) => Promise<unknown>) => {
    const db = await opened
    // Nobody's words are written down for somebody else, nor after their author has signed out.
    if (db && signedInId() === userId) await work(db).catch(() => undefined)
  }
  return {
    find: async () => await (await opened)?.get('reviews', key),
    keep: (kept: Kept) => void write((db) => db.put('reviews', { key, title, path, ...kept })),
    forget: () => void write((db) => db.delete('reviews', key)),
  }
}
