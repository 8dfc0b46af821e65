import type { ReactNode } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'

interface QueryErrorProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
  title: string
  children: ReactNode
}

/** For data that can't be loaded. Not in error-panel.tsx, because every first visit loads that file. */
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
