import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { completeSignOut } from '#features/identity/oidc/sign-out-flows.ts'
import { Spinner } from '#ui/spinner.tsx'

export const Route = createFileRoute('/_providers/auth/salesforce/logout-callback')({
  head: () => ({ meta: [{ title: 'Signing out' }] }),
  component: LogoutCallbackPage,
})

function LogoutCallbackPage() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    void completeSignOut(queryClient).then(() => navigate({ to: '/login', replace: true }))
  }, [queryClient, navigate])
  return (
    <h1 tabIndex={-1} className="flex items-center gap-3.5 text-33 font-semibold">
      <Spinner className="size-7 shrink-0 text-primary" />
      Signing out
    </h1>
  )
}
