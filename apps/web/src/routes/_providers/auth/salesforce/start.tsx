import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lenient, someText } from '#core/lenient.ts'
import { signIn } from '#features/identity/oidc/identity-flows.ts'
import { ProviderStep } from '#features/identity/oidc/provider-step.tsx'

/** Starts a sign-in on the central host, to which Salesforce redirects for all organisations. */
export const Route = createFileRoute('/_providers/auth/salesforce/start')({
  validateSearch: lenient({ tenant: someText, redirect: someText }),
  head: () => ({ meta: [{ title: 'Logging in' }] }),
  component: StartPage,
})

function StartPage() {
  const queryClient = useQueryClient()
  const { tenant, redirect } = Route.useSearch()
  return <ProviderStep run={() => signIn(queryClient, { subdomain: tenant, redirect })} />
}
