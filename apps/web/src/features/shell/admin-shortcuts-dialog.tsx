import { Link, useMatchRoute } from '@tanstack/react-router'
import { Dialog } from '#ui/dialog.tsx'
import { ShortcutList } from '#ui/shortcut-list.tsx'

const SHORTCUTS = [
  { keys: ['Ctrl', 'K'], effect: 'Find anything' },
  { keys: ['/'], effect: 'Filter the list' },
  { keys: ['Ctrl', 'S'], effect: 'Save the form' },
  { keys: ['F8'], effect: 'The notice, for example to undo' },
  { keys: ['?'], effect: 'This list' },
]

const OF_A_REVIEW = [
  { keys: ['1', '…', '9', '0'], effect: 'Certified response; 0 is the tenth' },
  { keys: ['Enter'], effect: 'Next statement, at a chosen response' },
  { keys: ['Alt', '←'], effect: 'Previous statement' },
  { keys: ['Alt', '→'], effect: 'Next statement' },
  { keys: ['N'], effect: 'Remark' },
]

export function AdminShortcutsDialog({ onClose }: { onClose: () => void }) {
  const isReview = useMatchRoute()({ to: '/admin/reviews/$id' }) !== false
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
      <ShortcutList shortcuts={isReview ? [...OF_A_REVIEW, ...SHORTCUTS] : SHORTCUTS} />
    </Dialog>
  )
}
