import { Check, TriangleAlert } from 'lucide-react'
import { cn } from '#ui/cn.ts'
import type { StatementStatus } from './statement-status.ts'

const LOOKS: Record<StatementStatus, { label: string; look: string }> = {
  'not-saved': { label: 'Not saved', look: 'border-transparent text-destructive-ink' },
  answered: { label: 'Answered', look: 'border-foreground bg-foreground text-background' },
  'to-confirm': { label: 'To confirm', look: 'border-primary-ui bg-primary-tint' },
  skipped: { label: 'Skipped', look: 'border-dashed border-foreground' },
  open: { label: 'Not answered', look: 'border-input' },
}

/** Filled only when the statement is answered. */
export function StatusMark({ status }: { status: StatementStatus }) {
  const { label, look } = LOOKS[status]
  return (
    <span className={cn('grid size-4 shrink-0 place-items-center rounded-full border', look)}>
      {status === 'answered' && <Check aria-hidden="true" className="size-3 stroke-[3]" />}
      {status === 'not-saved' && <TriangleAlert aria-hidden="true" className="size-4" />}
      <span className="sr-only">{label}</span>
    </span>
  )
}
