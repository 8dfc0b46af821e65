import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useLocation, useRouter } from '@tanstack/react-router'
import type { LinkCheck, LinkFault } from 'contract/registration'
import { Unlink } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '#core/api-error.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx'

interface LinkGateProps extends Pick<InvalidLinkProps, 'again'> {
  check: {
    queryKey: readonly unknown[]
    queryFn: (context: { signal: AbortSignal }) => Promise<LinkCheck>
  }
  /** If given, even as undefined, the link must have been sent to this address. */
  email?: string | undefined
  otherwise: ReactNode
  children: (email: string) => ReactNode
}

/** Shows the form only for a valid link. The check doesn't use up the link. */
export function LinkGate({ check, ...props }: LinkGateProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...check,
    staleTime: Infinity,
    gcTime: 0,
    retry: 1,
  })
  if (isPending) return <FormSkeleton />
  if (error)
    return (
      <ErrorPanel
        headingLevel={1}
        title="The link could not be checked"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {error instanceof ApiError ? error.message : 'Try again in a moment.'}
      </ErrorPanel>
    )
  const email = data.errorCode === null ? data.data?.email : undefined
  if (email !== undefined && isMeant(email, props)) return props.children(email)
  return (
    <InvalidLink fault={data.errorCode ?? 'INVALID'} again={props.again}>
      {props.otherwise}
    </InvalidLink>
  )
}

function isMeant(email: string, named: Pick<LinkGateProps, 'email'>) {
  return !('email' in named) || email.toLowerCase() === named.email?.toLowerCase()
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

const TEXTS: Record<LinkFault, [title: string, text: string]> = {
  INVALID: ['This link does not work', 'Open the full link that you received.'],
  EXPIRED: ['This link has expired', 'Each link works for a limited time only.'],
  USED: ['This link has already been used', 'Each link works once.'],
  REVOKED: ['This link was withdrawn', 'You can no longer use this link.'],
}

interface InvalidLinkProps {
  fault: LinkFault
  again?: LinkProps['to'] | undefined
  children: ReactNode
}

function InvalidLink({ fault, again, children }: InvalidLinkProps) {
  const [title, text] = TEXTS[fault]
  return (
    <EmptyState
      headingLevel={1}
      icon={<Unlink />}
      title={title}
      className="px-0 py-6"
      action={
        <Button asChild size="lg">
          {again === undefined ? (
            <Link to="/login">Go to sign in</Link>
          ) : (
            <Link to={again}>Request a new link</Link>
          )}
        </Button>
      }
    >
      {text} {children}
    </EmptyState>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    email?: string | undefined
  }
}

/** Moves the email of a link from the address bar to the history state, which survives a reload. */
export function useMailedEmail(named: string | undefined): string | undefined {
  const { history } = useRouter()
  const stored = useLocation({ select: ({ state }) => state.email })
  useEffect(() => {
    if (named === undefined) return
    const { pathname, state } = history.location
    history.replace(pathname, { ...state, email: named })
  }, [history, named])
  const email = named ?? stored
  // While the next page loads, the location is already without the email, and the form still shows.
  const [last, setLast] = useState(email)
  if (email !== undefined && email !== last) setLast(email)
  return email ?? last
}
