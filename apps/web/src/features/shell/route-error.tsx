import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { ApiError, isOffline } from '#core/api-error.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Page } from '#ui/page.tsx'
import { useNewDemand } from './use-new-demand.ts'

/** The router's fallback when a page fails. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (useNewDemand(error, reset)) return null
  return (
    <Page width="reading">
      <ErrorPanel
        headingLevel={1}
        title="Something went wrong!"
        detail={detailOf(error)}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      >
        {isOffline(error)
          ? error.message
          : 'This page could not be shown. What you have saved is safe.'}
      </ErrorPanel>
    </Page>
  )
}

function detailOf(error: unknown) {
  if (error instanceof ApiError && error.requestId !== undefined) {
    return `${error.message}\nRequest ${error.requestId}`
  }
  return error instanceof Error ? error.message : String(error)
}
