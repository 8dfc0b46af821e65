import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onRestored } from '#core/restored.ts'
import { announce, endSession, hasSession, onSessionChange, signedInId } from '#core/session.ts'
import { followSession } from './follow-session.ts'
import { isOver, isUsable, userQuery } from '#core/user.ts'

export function SessionWatch() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({ ...userQuery, enabled: hasSession() })

  useEffect(() => {
    if (data && hasSession()) isUsable(data.user)
  }, [data])

  useEffect(() => {
    if (error && isOver(error) && hasSession()) endSession('expired')
  }, [error])

  useEffect(
    () => onSessionChange((change) => void followSession(router, queryClient, change)),
    [router, queryClient],
  )

  // A page that was left hears of no change.
  useEffect(
    () =>
      onRestored(() => {
        if (data?.user.id === signedInId()) void refetch()
        else announce('elsewhere')
      }),
    [data, refetch],
  )

  return null
}
