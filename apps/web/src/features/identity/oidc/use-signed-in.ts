import { useNavigate } from '@tanstack/react-router'
import { useGoOn } from '#support/use-go-on.ts'
import type { SignedIn } from './identity-flows.ts'

export function useSignedIn() {
  const goOn = useGoOn()
  const navigate = useNavigate()
  return async (next: SignedIn) => {
    if ('link' in next) {
      await navigate({ href: `${next.page}?link=${next.link}`, replace: true })
    } else if ('backTo' in next) location.replace(next.backTo)
    else await goOn(next.token, next.redirect)
  }
}
