import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { ApiError, hasCode, isNewDemand, isTemporary, isTooSlow } from '#core/api-error.ts'
import { signedInId } from '#core/session.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Page } from '#ui/page.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isDemanded } from './use-go-on.ts'
import { canLoadAgain } from './new-version.ts'

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isDemand = useNewDemand(error, reset)
  const isLoadedAgain = useLoadedAgain(error)
  const hasUnsent = useUnsent(isTemporary(error))
  if (isDemand || isLoadedAgain) return null
  return (
    <Page width="reading">
      <ErrorPanel
        headingLevel={1}
        title={isTooSlow(error) ? error.message : 'Something went wrong!'}
        detail={detailOf(error)}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      >
        {!isTooSlow(error) &&
          (isTemporary(error) || hasCode(error, 'not-stored')
            ? error.message
            : 'This page could not be shown. Your saved work is safe.')}
        {hasUnsent && ' Your answers are safe on this device.'}
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

/** Whether answers of this user wait on the device. */
function useUnsent(isAsked: boolean): boolean {
  const [hasUnsent, setUnsent] = useState(false)
  useEffect(() => {
    if (isAsked) void hasQueuedChanges().then(setUnsent)
  }, [isAsked])
  return hasUnsent
}

async function hasQueuedChanges(): Promise<boolean> {
  const userId = signedInId()
  if (userId === null) return false
  const { openQueue, queueOwner } = await import('#core/unsaved/queue.ts')
  const queue = await openQueue(queueOwner(userId))
  return (await queue.all()).length > 0
}

/** A page that was open during an upgrade, or lost the connection, may lack a file. The next one has it. */
function useLoadedAgain(error: unknown): boolean {
  const [isAsking, setAsking] = useState(() => !(error instanceof ApiError))
  useEffect(() => {
    if (isAsking) void goOn()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each failure
  }, [])
  return isAsking

  async function goOn() {
    if (await canLoadAgain(error)) location.reload()
    else setAsking(false)
  }
}

/** New terms or required two-step verification: the guards then redirect there. */
function useNewDemand(error: unknown, reset: () => void): boolean {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [isAsking, setAsking] = useState(() => isNewDemand(error))
  useEffect(() => {
    if (isAsking) void goOn()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each failure
  }, [])
  return isAsking

  async function goOn() {
    if (!(await isDemanded(queryClient))) return setAsking(false)
    reset()
    await router.invalidate()
  }
}
