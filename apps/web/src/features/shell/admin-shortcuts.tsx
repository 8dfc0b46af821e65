import { lazy, Suspense, useEffect, useState } from 'react'
import { isTyping, useShortcuts } from '#core/shortcuts.ts'

const Dialog = lazy(() =>
  import('./admin-shortcuts-dialog.tsx').then((m) => ({ default: m.AdminShortcutsDialog })),
)

/** The single keys of the admin area: `/` goes to the list's filter, `?` shows all shortcuts. */
export function AdminShortcuts() {
  const { isOn } = useShortcuts()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    function listen(event: KeyboardEvent) {
      if (isMeantElsewhere(event)) return
      if (event.key !== '/' && event.key !== '?') return
      event.preventDefault()
      if (event.key === '/') focusFilter()
      else setOpen(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
  return <Suspense>{isOpen && <Dialog onClose={() => setOpen(false)} />}</Suspense>
}

function focusFilter() {
  document.querySelector<HTMLElement>('main search input[type=search]')?.focus()
}

function isMeantElsewhere(event: KeyboardEvent) {
  const { ctrlKey, metaKey, altKey, defaultPrevented, target } = event
  if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target)) return true
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
}
