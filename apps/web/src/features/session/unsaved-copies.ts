import { listCopies, type ListedCopy } from '#core/unsaved/copies.ts'
import type { UnsavedChanges } from '#core/unsaved/sign-out.ts'

export async function unsavedCopies(userId: number): Promise<UnsavedChanges | null> {
  const found = await listCopies(userId)
  const [first] = found
  if (!first) return null
  const what = found.length === 1 ? `“${first.title}”` : `${found.length} places`
  return {
    title: `Changes ${found.length === 1 ? 'to' : 'in'} ${what} are not saved yet`,
    description: `${whereWords(found)} They are kept on this device only as long as you are signed in. Signing out removes them. Sign out all the same?`,
    places: found.filter(({ isOpen }) => !isOpen),
  }
}

function whereWords(found: readonly ListedCopy[]) {
  const open = found.filter(({ isOpen }) => isOpen).map(({ title }) => `“${title}”`)
  if (open.length === 0) return ''
  const verb = open.length === 1 ? 'is' : 'are'
  return `${new Intl.ListFormat('en-GB').format(open)} ${verb} open in another tab.`
}
