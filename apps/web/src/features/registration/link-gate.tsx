import { useQuery } from '@tanstack/react-query'
import type { LinkCheck } from 'contract/registration'
import type { ReactNode } from 'react'
import { ApiError } from '#core/api-error.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx'
import { DeadLink, type DeadLinkProps } from './dead-link.tsx'

interface LinkGateProps extends Pick<DeadLinkProps, 'again'> {
  /** The query that checks the signature. */
  check: {
    queryKey: readonly unknown[]
    queryFn: (context: { signal: AbortSignal }) => Promise<LinkCheck>
  }
  /** Whether the page was opened for this address; any will do when left out. */
  isFor?: (email: string) => boolean
  /** What else to do when the link is dead. */
  otherwise: ReactNode
  children: (email: string) => ReactNode
}

/** Shows the form only behind a link that works (the specification, section 2). Looking uses nothing up. */
export function LinkGate({ check, isFor, ...props }: LinkGateProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...check,
    staleTime: Infinity,
    gcTime: 0,
    retry: 1,
  })
  if (isPending) return <FormSkeleton />
  if (error) return <CheckFailed {...{ error, isFetching }} onRetry={() => void refetch()} />
  const email = data.errorCode === null ? data.data?.email : undefined
  if (email !== undefined && (isFor?.(email) ?? true)) return props.children(email)
  return (
    <DeadLink fault={data.errorCode ?? 'INVALID'} again={props.again}>
      {props.otherwise}
    </DeadLink>
  )
}

interface CheckFailedProps {
  error: Error
  isFetching: boolean
  onRetry: () => void
}

function CheckFailed({ error, isFetching, onRetry }: CheckFailedProps) {
  return (
    <ErrorPanel
      headingLevel={1}
      title="The link could not be checked"
      onRetry={onRetry}
      isRetrying={isFetching}
    >
      {error instanceof ApiError ? error.message : 'Try again in a moment.'}
    </ErrorPanel>
  )
}

function FormSkeleton() {
  return (
    <SkeletonRegion label="Checking the link">
      <Skeleton className="h-8 w-3/4" />
      {[1, 2, 3].map((field) => (
        <div key={field} className="mt-7 space-y-2.5">
          <Skeleton className="w-24" />
          <Skeleton className="h-control w-full rounded-md" />
        </div>
      ))}
    </SkeletonRegion>
  )
}
