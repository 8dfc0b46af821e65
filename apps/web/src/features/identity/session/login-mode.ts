import { create } from 'zustand'
import type { HostTenant } from 'contract/tenants'
import type { Scope } from '#core/host.ts'

type Offer = HostTenant['sign_in_mode']
type LoginMode = 'sso' | 'credentials'

/** Null until the sign-in page is opened. */
export const useLoginMode = create<{ mode: LoginMode | null }>(() => ({ mode: null }))

/** What the sign-in page offers: `requested` if the organisation allows it; always credentials in admin scope. */
export function offerOf(scope: Scope, allowed: Offer, requested?: Offer): Offer {
  if (scope === 'admin') return 'credentials'
  return allowed === 'combined' ? (requested ?? allowed) : allowed
}

export function storeLoginMode(offer: Offer) {
  useLoginMode.setState({ mode: modeOf(offer) })
}

/** The current mode, for guards; always credentials in admin scope. */
export function loginModeOf(scope: Scope, allowed: Offer): LoginMode {
  const stored = useLoginMode.getState().mode
  if (scope === 'admin') return 'credentials'
  return allowed === 'combined' && stored !== null ? stored : modeOf(allowed)
}

function modeOf(offer: Offer): LoginMode {
  return offer === 'sso' ? 'sso' : 'credentials'
}
