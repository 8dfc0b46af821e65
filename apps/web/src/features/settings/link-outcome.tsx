import type { SsoFailureReason } from 'contract/sso'
import { Check } from 'lucide-react'
import { WORDS } from '#features/sso/failure-messages.ts'
import { Alert } from '#ui/alert.tsx'

/** What is meant differently when somebody was linking, not signing in. */
const LINK_WORDS: Partial<Record<SsoFailureReason, string>> = {
  'no-account': 'That person’s address is not one that this sign-in service can vouch for.',
  'linked-elsewhere':
    'That person is linked to another account here, or your account to another person there.',
  expired: 'It took too long, was used already, or you are not signed in as before. Start again.',
  rejected: 'The answer of the sign-in service could not be verified. Start again.',
}

export function LinkOutcome({ outcome }: { outcome: 'done' | SsoFailureReason }) {
  if (outcome === 'done') {
    return (
      <Alert icon={<Check />} isLive title="Linked." className="mb-8">
        From now on you can sign in with it.
      </Alert>
    )
  }
  return (
    <Alert variant="destructive" isLive title="Nothing was linked." className="mb-8">
      {LINK_WORDS[outcome] ?? WORDS[outcome]}
    </Alert>
  )
}
