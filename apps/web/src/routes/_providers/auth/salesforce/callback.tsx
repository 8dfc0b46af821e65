import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { completeSignIn } from '#features/identity/oidc/identity-flows.ts'
import { ProviderStep } from '#features/identity/oidc/provider-step.tsx'
import { useSignedIn } from '#features/identity/oidc/use-signed-in.ts'

export const Route = createFileRoute('/_providers/auth/salesforce/callback')({
  head: () => ({ meta: [{ title: 'Logging in' }] }),
  component: CallbackPage,
})

function CallbackPage() {
  const queryClient = useQueryClient()
  const goOn = useSignedIn()
  return <ProviderStep run={complete} />

  async function complete() {
    const next = await completeSignIn(queryClient)
    if (next !== null) await goOn(next)
  }
}
