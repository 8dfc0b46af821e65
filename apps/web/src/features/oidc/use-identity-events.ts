import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { IdentityClient } from './identity-client.ts'
import { openIdentity } from './open-identity.ts'

/** Every event of the client since the page was opened, as lines with their time. */
export function useIdentityEvents(isOn: boolean) {
  const queryClient = useQueryClient()
  const [events, setEvents] = useState<string[]>([])
  useEffect(() => {
    if (!isOn) return undefined
    let stop: () => void = () => undefined
    let isOver = false
    const begin = async () => {
      const client = await openIdentity(queryClient)
      if (!isOver) stop = listen(client, (event) => setEvents((before) => [...before, line(event)]))
    }
    void begin()
    return () => {
      isOver = true
      stop()
    }
  }, [queryClient, isOn])
  return { events, note: (event: string) => setEvents((before) => [...before, line(event)]) }
}

function line(event: string) {
  return `${new Date().toLocaleTimeString('en-GB')} ${event}`
}

function listen({ events }: IdentityClient, note: (event: string) => void) {
  const stops = [
    events.addUserLoaded(() => note('User loaded')),
    events.addUserUnloaded(() => note('User unloaded')),
    events.addAccessTokenExpiring(() => note('Access token expiring')),
    events.addAccessTokenExpired(() => note('Access token expired')),
    events.addSilentRenewError((error) => note(`Silent renew error: ${error.message}`)),
    events.addUserSignedIn(() => note('User signed in')),
    events.addUserSignedOut(() => note('User signed out')),
    events.addUserSessionChanged(() => note('User session changed')),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
