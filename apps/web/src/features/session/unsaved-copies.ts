import { isolated } from '#core/isolated.ts'
import { formatList, formatNumber } from 'rules/plural'
import { listCopies, type ListedCopy } from '#core/unsaved/copies.ts'
import type { UnsavedChanges } from '#core/unsaved/sign-out.ts'

export async function unsavedCopies(userId: number): Promise<UnsavedChanges | null> {
  const found = await listCopies(userId)
  const [first] = found
  if (!first) return null
  return {
    title:
      found.length === 1
        ? `Changes to “${isolated(first.title)}” haven’t been saved yet`
        : `Changes in ${formatNumber(found.length)} places haven’t been saved yet`,
    description: `${openTabsText(found)}If you sign out, you’ll lose these changes.`,
    places: found.filter(({ isOpen }) => !isOpen),
  }
}

function openTabsText(found: readonly ListedCopy[]) {
  const open = found.filter(({ isOpen }) => isOpen).map(({ title }) => `“${isolated(title)}”`)
  if (open.length === 0) return ''
  const titles = formatList(open)
  return open.length === 1
    ? `${titles} is open in another tab. `
    : `${titles} are open in other tabs. `
}
