import type { ErrorComponentProps } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { hasCode } from '#core/api-error.ts'
import { ReportError } from '#features/reports/report-error.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

export function CertificationError(props: ErrorComponentProps) {
  if (!hasCode(props.error, 'report-altered')) return <ReportError {...props} />
  return (
    <EmptyState
      headingLevel={1}
      icon={<ShieldAlert />}
      title="This certificate can’t be shown"
      className="min-h-[60dvh] justify-center"
    >
      {props.error.message}
    </EmptyState>
  )
}
