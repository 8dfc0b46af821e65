import { type ErrorComponentProps, useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { hasCode } from '#core/api-error.ts'
import { RouteError } from '#features/shell/route-error.tsx'
import { SiteFrame } from '#features/shell/site-frame.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { VerifyForm } from './verify-form.tsx'

export function VerifyError(props: ErrorComponentProps) {
  return (
    <SiteFrame>
      <Failure {...props} />
    </SiteFrame>
  )
}

function Failure(props: ErrorComponentProps) {
  const { error } = props
  const { code } = useParams({ strict: false })
  if (hasCode(error, 'not-found', 'invalid-input'))
    return (
      <Notice title="Certificate not found" action={<VerifyForm key={code} before={code} />}>
        Check that the code matches the twelve characters on the certificate. You can only check a
        certificate at the address printed next to its code, or by scanning its QR code.
      </Notice>
    )
  if (hasCode(error, 'too-many-requests', 'report-altered'))
    return <Notice title="This certificate can’t be checked">{error.message}</Notice>
  return <RouteError {...props} />
}

interface NoticeProps {
  title: string
  children: string
  action?: ReactNode
}

function Notice({ title, children, action }: NoticeProps) {
  return (
    <EmptyState
      headingLevel={1}
      icon={<SearchX />}
      title={title}
      action={action}
      className="min-h-[60dvh] justify-center"
    >
      {children}
    </EmptyState>
  )
}
