import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { hasCode } from '#core/api-error.ts'
import { RouteError } from '#features/shell/route-error.tsx'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** The specification, section 8: a report that somebody may not see leads to a forbidden screen. */
export function ReportError(props: ErrorComponentProps) {
  if (!hasCode(props.error, 'forbidden')) return <RouteError {...props} />
  return (
    <EmptyState
      headingLevel={1}
      icon={<LockKeyhole />}
      title="You cannot open this report"
      className="min-h-[60dvh] justify-center"
      action={
        <Link to="/action-reports" className={buttonLook('outline')}>
          Go to your reports
        </Link>
      }
    >
      It belongs to somebody else, or your access has changed. Ask an admin of your organisation if
      you need it.
    </EmptyState>
  )
}
