import type { ReactNode } from 'react'
import { useShortcuts } from '#core/shortcuts.ts'
import { KeyCap } from '#ui/shortcut-list.tsx'

/** The key of a button, where there is a keyboard and room. Single keys can be turned off. */
export function ButtonKey({
  isSingle = true,
  children,
}: {
  isSingle?: boolean
  children: ReactNode
}) {
  const { isOn } = useShortcuts()
  if (isSingle && !isOn) return null
  return (
    <span aria-hidden="true" className="max-lg:hidden">
      <KeyCap>{children}</KeyCap>
    </span>
  )
}
