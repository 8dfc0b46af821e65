import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { LockKeyhole, ShieldAlert } from 'lucide-react'
import { hasCode } from '#core/api-error.ts'
import { RouteError } from '#support/route-error.tsx'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** A forbidden report has its own screen. */
export function ReportError(props: ErrorComponentProps) {
  return <Forbidden {...props} thing="report" />
}

function Forbidden({ thing, ...props }: ErrorComponentProps & { thing: 'report' | 'certificate' }) {
  if (!hasCode(props.error, 'forbidden')) return <RouteError {...props} />
  return (
    <EmptyState
      headingLevel={1}
      icon={<LockKeyhole />}
      title={`You can’t open this ${thing}`}
      className="min-h-[60dvh] justify-center"
      action={
        <Link to="/action-reports" className={buttonLook('outline')}>
          Go to your reports
        </Link>
      }
    >
      The {thing} belongs to someone else, or your access has changed. If you need the {thing}, ask
      your administrator.
    </EmptyState>
  )
}

export function CertificationError(props: ErrorComponentProps) {
  if (!hasCode(props.error, 'report-altered')) return <Forbidden {...props} thing="certificate" />
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
