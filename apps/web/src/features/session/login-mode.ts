import { create } from 'zustand'
import type { HostTenant } from 'contract/tenants'
import type { Scope } from '#core/host.ts'

type Offer = HostTenant['sign_in_mode']
type LoginMode = 'sso' | 'credentials'

/** The specification, section 3: how somebody signs in here; null until the sign-in page has said so. */
export const useLoginMode = create<{ mode: LoginMode | null }>(() => ({ mode: null }))

/** What the sign-in page offers: `asked`, as far as the organisation allows it; always credentials in admin scope. */
export function offerOf(scope: Scope, allowed: Offer, asked?: Offer): Offer {
  if (scope === 'admin') return 'credentials'
  return allowed === 'combined' ? (asked ?? allowed) : allowed
}

export function keepLoginMode(offer: Offer) {
  useLoginMode.setState({ mode: modeOf(offer) })
}

/** The present mode, for guards; always credentials in admin scope. */
export function loginModeOf(scope: Scope, allowed: Offer): LoginMode {
  const kept = useLoginMode.getState().mode
  if (scope === 'admin') return 'credentials'
  return allowed === 'combined' && kept !== null ? kept : modeOf(allowed)
}

function modeOf(offer: Offer): LoginMode {
  return offer === 'sso' ? 'sso' : 'credentials'
}
