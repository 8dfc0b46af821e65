import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onSessionChange } from '#core/session.ts'
import { initIdentity } from './identity-flows.ts'
import { forgetIdentity } from './open-identity.ts'

/** Keeps the provider's tokens fresh while somebody is signed in with them, and lets them go with our session. */
export function IdentityWatch() {
  const queryClient = useQueryClient()
  useEffect(() => {
    void initIdentity(queryClient)
    return onSessionChange((change) => {
      // Whoever signs out here needs them once more, to sign out at the provider.
      if (change === 'elsewhere' || change === 'expired') void forgetIdentity()
    })
  }, [queryClient])
  return null
}
