import { Link } from '@tanstack/react-router'
import { useShortcuts } from '#core/shortcuts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ShortcutList } from '#ui/shortcut-list.tsx'
import { PLAYER_SHORTCUTS } from './player-shortcuts.ts'

interface ShortcutsDialogProps {
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}

export function ShortcutsDialog({ isOpen, onChange }: ShortcutsDialogProps) {
  const { isOn } = useShortcuts()
  const shown = PLAYER_SHORTCUTS.filter(({ isSingle }) => isOn || !isSingle)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onChange}
      title="Keyboard shortcuts"
      description={
        <>
          {isOn ? 'Single-key shortcuts are on. ' : 'Single-key shortcuts are off. '}
          <Link to="/settings" className="link">
            Change this in Settings
          </Link>
        </>
      }
    >
      <ShortcutList shortcuts={shown} />
    </Dialog>
  )
}
