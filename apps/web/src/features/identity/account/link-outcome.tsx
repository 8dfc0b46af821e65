import type { SsoFailureReason } from 'contract/sso'
import { Check } from 'lucide-react'
import { ssoMessage } from '#features/identity/sign-in/sso-failures.ts'
import { Alert } from '#ui/alert.tsx'

const LINK_MESSAGES: Partial<Record<SsoFailureReason, string>> = {
  'linked-elsewhere':
    'Your account here is already linked to a different account at the provider, or the account at the provider is linked to another user. Ask your administrator for help.',
  expired: 'Linking took too long, or you are now signed in to a different account. Start again.',
  rejected: 'We could not verify the provider’s response. Start again.',
}

/** What linking came to, `done` or the reason of its failure; nothing for another word in the address. */
export function LinkOutcome({ outcome }: { outcome: string }) {
  if (outcome === 'done') {
    return (
      <Alert icon={<Check />} isLive title="Sign-in method linked." className="mb-8">
        You can now sign in with this method.
      </Alert>
    )
  }
  const reason = ssoMessage(outcome)
  if (reason === undefined) return null
  return (
    <Alert variant="destructive" isLive title="The sign-in method was not linked." className="mb-8">
      {LINK_MESSAGES[outcome as SsoFailureReason] ?? reason}
    </Alert>
  )
}
