import { isolated } from '#core/isolated.ts'
import { formatList, plural } from 'rules/plural'
import { listCopies, type ListedCopy } from '#core/unsaved/copies.ts'
import type { UnsavedChanges } from '#core/unsaved/sign-out.ts'

export async function unsavedCopies(userId: number): Promise<UnsavedChanges | null> {
  const found = await listCopies(userId)
  const [first] = found
  if (!first) return null
  return {
    title: plural(
      found.length,
      {
        one: 'Changes to “{title}” haven’t been saved yet',
        other: 'Changes in # places haven’t been saved yet',
      },
      { title: isolated(first.title) },
    ),
    description: `${openTabsText(found)}If you sign out, you’ll lose these changes.`,
    places: found.filter(({ isOpen }) => !isOpen),
  }
}

function openTabsText(found: readonly ListedCopy[]) {
  const open = found.filter(({ isOpen }) => isOpen).map(({ title }) => `“${isolated(title)}”`)
  if (open.length === 0) return ''
  return plural(
    open.length,
    { one: '{titles} is open in another tab. ', other: '{titles} are open in other tabs. ' },
    { titles: formatList(open) },
  )
}
