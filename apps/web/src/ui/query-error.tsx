import type { ReactNode } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'

interface QueryErrorProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
  title: string
  children: ReactNode
}

/** For a part of a page whose data could not be loaded. Apart from the panel, which is part of every first visit. */
export function QueryError({ query, title, children }: QueryErrorProps) {
  return (
    <ErrorPanel
      title={title}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
      detail={query.error?.message}
    >
      {children}
    </ErrorPanel>
  )
}
