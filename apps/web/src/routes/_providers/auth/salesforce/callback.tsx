import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { completeSignIn } from '#features/oidc/identity-flows.ts'
import { useIdentityAuth } from '#features/oidc/identity-stores.ts'
import { IdentityFailure } from '#features/oidc/identity-failure.tsx'
import { useSignedIn } from '#features/oidc/use-signed-in.ts'
import { LoggingIn } from '#features/sso/logging-in.tsx'

export const Route = createFileRoute('/_providers/auth/salesforce/callback')({
  head: () => ({ meta: [{ title: 'Logging in' }] }),
  component: CallbackPage,
})

function CallbackPage() {
  const queryClient = useQueryClient()
  const goOn = useSignedIn()
  const hasStarted = useRef(false)
  const hasFailed = useIdentityAuth((state) => state.oidcError !== null)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void complete()

    async function complete() {
      const next = await completeSignIn(queryClient)
      if (next !== null) await goOn(next)
    }
  }, [queryClient, goOn])
  return hasFailed ? <IdentityFailure /> : <LoggingIn />
}
