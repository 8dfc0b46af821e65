import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useShortcuts } from '#core/shortcuts.ts'
import { useScope } from '#core/tenant.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ShortcutList } from '#ui/shortcut-list.tsx'
import { shortcutsOf } from './shortcuts.ts'

/** The keys of the page below. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { isOn } = useShortcuts()
  const isAdminArea = useScope() === 'admin'
  const [shortcuts] = useState(() => shortcutsOf(document, isOn))
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Keyboard shortcuts"
      description={
        <>
          {isOn ? 'Single-key shortcuts are on. ' : 'Single-key shortcuts are off. '}
          <Link
            to={isAdminArea ? '/admin/account/general' : '/settings'}
            className="link"
            onClick={onClose}
          >
            Change this in Settings
          </Link>
        </>
      }
    >
      <ShortcutList shortcuts={shortcuts} />
    </Dialog>
  )
}
