import type { ErrorComponentProps } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { hasCode } from '#core/api-error.ts'
import { RouteError } from '#features/shell/route-error.tsx'
import { SiteFrame } from '#features/shell/site-frame.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

export function VerifyError(props: ErrorComponentProps) {
  return (
    <SiteFrame>
      <Failure {...props} />
    </SiteFrame>
  )
}

function Failure(props: ErrorComponentProps) {
  const { error } = props
  if (hasCode(error, 'not-found', 'invalid-input'))
    return (
      <Told title="No certificate has this code">
        Compare it with the twelve characters below the QR code. A certificate is checked at the
        address that it names, and at no other.
      </Told>
    )
  if (hasCode(error, 'too-many-requests', 'report-altered'))
    return <Told title="This certificate cannot be checked">{error.message}</Told>
  return <RouteError {...props} />
}

function Told({ title, children }: { title: string; children: string }) {
  return (
    <EmptyState
      headingLevel={1}
      icon={<SearchX />}
      title={title}
      className="min-h-[60dvh] justify-center"
    >
      {children}
    </EmptyState>
  )
}
