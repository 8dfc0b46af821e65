import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onSessionChange } from '#core/session.ts'
import { initIdentity } from './identity-flows.ts'
import { forgetIdentity } from './open-identity.ts'

/** Keeps the provider's tokens fresh, and removes them when our session ends. */
export function IdentityWatch() {
  const queryClient = useQueryClient()
  useEffect(() => {
    void initIdentity(queryClient)
    return onSessionChange((change) => {
      // Signing out in this tab still needs them to sign out at the provider.
      if (change === 'elsewhere' || change === 'expired') void forgetIdentity()
    })
  }, [queryClient])
  return null
}
