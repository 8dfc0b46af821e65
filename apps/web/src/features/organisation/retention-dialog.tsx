import { AlertDialog } from '#ui/alert-dialog.tsx'
import { retentionWords } from './organisation-values.ts'
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
  const what = `${count.toLocaleString('en-GB')} ${count === 1 ? 'assessment' : 'assessments'}`
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(next) => !next && then.onClose()}
      title={`Remove ${what} for good?`}
      description={`Kept for ${retentionWords(years)}, those of ${last} and before are removed within the hour, with their answers, files and reports, and with certificates that have ended. Nobody can bring them back.`}
      actionLabel={`Remove ${what}`}
      onAction={then.onRemove}
    />
  )
}
