import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { apiBase } from '#core/host.ts'
import { lenient, someText } from '#core/lenient.ts'
import { LoggingIn } from '#features/identity/sign-in/logging-in.tsx'

export const Route = createFileRoute('/_providers/auth/sso/$domain')({
  validateSearch: lenient({ redirect: someText }),
  head: () => ({ meta: [{ title: 'Logging in' }] }),
  component: SsoPage,
})

function SsoPage() {
  const { domain } = Route.useParams()
  const { redirect } = Route.useSearch()
  useEffect(() => {
    const search = redirect === undefined ? '' : `?${new URLSearchParams({ redirect })}`
    const base = apiBase(location, import.meta.env.DEV)
    // Replaces this page, so that Back doesn't start another sign-in.
    location.replace(`${base}/auth/sso/${encodeURIComponent(domain)}/start${search}`)
  }, [domain, redirect])
  return <LoggingIn />
}
