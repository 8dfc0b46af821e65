import { plural } from '#core/plural.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { retentionLabel } from './organisation-values.ts'
import type { removedBy } from './retention.ts'

interface RetentionDialogProps {
  removed: ReturnType<typeof removedBy>
  years: number | null
  isOpen: boolean
  onClose: () => void
  onRemove: () => void
}

export function RetentionDialog({ removed, years, isOpen, ...then }: RetentionDialogProps) {
  const { last, count } = removed
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(next) => !next && then.onClose()}
      title={plural(count, {
        one: 'Delete # assessment permanently?',
        other: 'Delete # assessments permanently?',
      })}
      description={`You chose a retention of ${retentionLabel(years)}. Assessments of ${last} and earlier are deleted within an hour. Their answers, files, reports and expired certificates are deleted too. You can’t undo this.`}
      actionLabel={plural(count, { one: 'Delete # assessment', other: 'Delete # assessments' })}
      onAction={then.onRemove}
    />
  )
}
