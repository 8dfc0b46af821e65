import { Link } from '@tanstack/react-router'
import { Dialog } from '#ui/dialog.tsx'
import { ShortcutList } from '#ui/shortcut-list.tsx'

const SHORTCUTS = [
  { keys: ['Ctrl', 'K'], effect: 'Find anything' },
  { keys: ['/'], effect: 'Filter the list' },
  { keys: ['Ctrl', 'S'], effect: 'Save the form' },
  { keys: ['?'], effect: 'This list' },
]

export function AdminShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Shortcuts"
      description={
        <>
          Single keys can be turned off in{' '}
          <Link to="/admin/account/general" className="link" onClick={onClose}>
            Settings
          </Link>
        </>
      }
    >
      <ShortcutList shortcuts={SHORTCUTS} />
    </Dialog>
  )
}
