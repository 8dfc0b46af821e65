import { Link, useMatchRoute } from '@tanstack/react-router'
import { Dialog } from '#ui/dialog.tsx'
import { ShortcutList } from '#ui/shortcut-list.tsx'

const SHORTCUTS = [
  { keys: ['Ctrl', 'K'], effect: 'Find anything' },
  { keys: ['/'], effect: 'Filter the list' },
  { keys: ['Ctrl', 'S'], effect: 'Save the form' },
  { keys: ['F8'], effect: 'Go to the notification' },
  { keys: ['?'], effect: 'Show shortcuts' },
]

const OF_A_REVIEW = [
  { keys: ['C'], effect: 'Confirm as declared and go to the next unreviewed statement' },
  { keys: ['1', '…', '9', '0'], effect: 'Choose a certified response (0 for the tenth)' },
  { keys: ['F'], effect: 'Flag the statement to come back to it' },
  { keys: ['Enter'], effect: 'Next statement (when a response is selected)' },
  { keys: ['Backspace'], effect: 'Previous statement' },
  { keys: ['Alt', '←'], effect: 'Previous statement' },
  { keys: ['Alt', '→'], effect: 'Next statement' },
  { keys: ['N'], effect: 'Write a remark' },
  { keys: ['Ctrl', 'Enter'], effect: 'Next statement (from the remark)' },
  { keys: ['A'], effect: 'Open or close the first attachment' },
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
          Turn off single-key shortcuts in{' '}
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
