import { useGoOn } from '#features/session/use-go-on.ts'
import type { SignedIn } from './identity-flows.ts'

/** Goes on after a sign-in with the provider: here, or at another organisation's host. */
export function useSignedIn() {
  const goOn = useGoOn()
  return async (next: SignedIn) => {
    if ('backTo' in next) location.replace(next.backTo)
    else await goOn(next.token, next.redirect)
  }
}
