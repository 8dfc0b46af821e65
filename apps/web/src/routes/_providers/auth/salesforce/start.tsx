import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { lenient, someText } from '#core/lenient.ts'
import { signIn } from '#features/oidc/identity-flows.ts'
import { useIdentityAuth } from '#features/oidc/identity-stores.ts'
import { IdentityFailure } from '#features/oidc/identity-failure.tsx'
import { LoggingIn } from '#features/sso/logging-in.tsx'

/** Starts a sign-in on the central host, to which Salesforce redirects for all organisations. */
export const Route = createFileRoute('/_providers/auth/salesforce/start')({
  validateSearch: lenient({ tenant: someText, redirect: someText }),
  head: () => ({ meta: [{ title: 'Logging in' }] }),
  component: StartPage,
})

function StartPage() {
  const queryClient = useQueryClient()
  const { tenant, redirect } = Route.useSearch()
  const hasStarted = useRef(false)
  const hasFailed = useIdentityAuth((state) => state.oidcError !== null)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void signIn(queryClient, { subdomain: tenant, redirect })
  }, [queryClient, tenant, redirect])
  return hasFailed ? <IdentityFailure /> : <LoggingIn />
}
