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
      <Told
        title="No certificate has this code here"
        action={<VerifyForm key={code} before={code} />}
      >
        Compare the code with the twelve characters on the certificate, and the address of this page
        with the address printed beside them: a certificate can be checked there and nowhere else.
        Its QR code leads to it.
      </Told>
    )
  if (hasCode(error, 'too-many-requests', 'report-altered'))
    return <Told title="This certificate cannot be checked">{error.message}</Told>
  return <RouteError {...props} />
}

interface ToldProps {
  title: string
  children: string
  action?: ReactNode
}

function Told({ title, children, action }: ToldProps) {
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
