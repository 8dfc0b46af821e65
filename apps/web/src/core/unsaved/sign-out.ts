import { journalKeys } from './journal.ts'

export interface UnsavedChanges {
  title: string
  description: string
  places?: readonly { title: string; path: string }[]
}

type Check = () => Promise<UnsavedChanges | null>

const checks = new Set<Check>()

/** Registers a check of an open page for unsaved changes; signing out asks first if there are any. */
export function beforeSignOut(check: Check) {
  checks.add(check)
  return () => void checks.delete(check)
}

export async function unsavedOnOpenPages(): Promise<UnsavedChanges | null> {
  const found = await Promise.all([...checks].map((check) => check()))
  return found.find((changes) => changes !== null) ?? null
}

/** The database of a user's copies; each host, and so each organisation, has its own. */
export function copiesDatabase(userId: number) {
  return `waymark-drafts ${userId}`
}

export async function hasCopies(userId: number) {
  const databases = await indexedDB.databases().catch(() => [])
  return databases.some(({ name }) => name === copiesDatabase(userId))
}

export function deleteCopies(userId: number) {
  const name = copiesDatabase(userId)
  indexedDB.deleteDatabase(name)
  for (const key of journalKeys(name)) localStorage.removeItem(key)
}
