import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { hasCode } from '#core/api-error.ts'
import { RouteError } from '#support/route-error.tsx'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

export function OrganisationError(props: ErrorComponentProps) {
  if (!hasCode(props.error, 'forbidden')) return <RouteError {...props} />
  return (
    <EmptyState
      headingLevel={1}
      icon={<LockKeyhole />}
      title="You can’t open this organisation"
      action={
        <Link to="/admin" className={buttonLook('outline')}>
          Go to the dashboard
        </Link>
      }
    >
      You don’t have access to this organisation. If you need access, ask a god-admin.
    </EmptyState>
  )
}
