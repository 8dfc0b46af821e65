import type { CustomerDetails } from 'contract/tenants'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { retentionWords } from './organisation-values.ts'
import { removedBy } from './retention.ts'

interface RetentionDialogProps {
  customer: CustomerDetails
  years: number | null
  isOpen: boolean
  onClose: () => void
  onRemove: () => void
}

/** Before a shorter retention removes anything. */
export function RetentionDialog({ customer, years, isOpen, ...then }: RetentionDialogProps) {
  const { last, count } = removedBy(customer, years)
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
