import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { endSession, hasSession, onSessionChange } from '#core/session.ts'
import { followSession } from './follow-session.ts'
import { isOver, isUsable, userQuery } from './user.ts'

export function SessionWatch() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { data, error } = useQuery({ ...userQuery, enabled: hasSession() })

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

  return null
}
