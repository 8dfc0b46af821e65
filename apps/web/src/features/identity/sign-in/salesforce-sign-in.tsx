import { useQueryClient } from '@tanstack/react-query'
import { Cloud } from 'lucide-react'
import { failureMessage } from '#features/identity/oidc/failure-messages.ts'
import { signIn } from '#features/identity/oidc/identity-flows.ts'
import { useIdentityAuth, useIdentityError } from '#features/identity/oidc/identity-stores.ts'
import { oidcSettingsQuery } from '#features/identity/oidc/oidc-settings.ts'
import { useTenant } from '#core/tenant.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { useLeaving } from './use-leaving.ts'

export function SalesforceSignIn({ redirect }: { redirect: string | undefined }) {
  const queryClient = useQueryClient()
  const { domain } = useTenant()
  const [isLeaving, setLeaving] = useLeaving()
  const oidcError = useIdentityAuth((state) => state.oidcError)
  // A failed background renewal sets only `oidcError`.
  const hasFailed = useIdentityError(({ error }) => error !== null)
  return (
    <>
      <Button
        variant="outline"
        size="lg"
        className="mt-3 w-full"
        icon={<Cloud />}
        isLoading={isLeaving}
        onClick={() => void leave()}
      >
        Continue with Salesforce
      </Button>
      {hasFailed && oidcError !== null && !isLeaving && (
        <Alert variant="destructive" isLive className="mt-3">
          {failureMessage(oidcError)}
        </Alert>
      )}
    </>
  )

  async function leave() {
    setLeaving(true)
    const settings = await queryClient.ensureQueryData(oidcSettingsQuery).catch(() => undefined)
    const central = settings?.provider?.central_origin ?? null
    if (central !== null && central !== location.origin) {
      const search = new URLSearchParams({ tenant: domain, ...(redirect && { redirect }) })
      location.assign(`${central}/auth/salesforce/start?${search}`)
      return
    }
    await signIn(queryClient, { redirect })
    setLeaving(false)
  }
}
