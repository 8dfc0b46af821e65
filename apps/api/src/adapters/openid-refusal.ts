import { type CallFault, CALL_FAULTS, OWN_KEYS, callFault, isPassing } from './call-fault.ts'
import { providerText } from './provider-claims.ts'

export type Reason =
  | 'cancelled'
  | 'refused'
  | 'unavailable'
  | 'unreachable'
  | 'rejected'
  | 'misconfigured'
  | 'too-weak'

/** The message says what to do. */
export class OpenidRefusal extends Error {
  readonly reason: Reason

  constructor(reason: Reason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Throws if the provider’s address couldn’t be called. */
export function refuseCall(error: unknown, called: Called): void {
  const fault = callFault(error)
  if (fault === 'unknown' && !isNetwork(error)) return
  const isOfKeys = fault === 'too-large' && isAtKeys(called)
  const text = callText(fault, called.address) + (isOfKeys ? ` ${OWN_KEYS}` : '')
  // It answered, so the network is not why.
  if (fault === 'too-large') throw new OpenidRefusal('misconfigured', text)
  throw new OpenidRefusal(isPassing(fault) ? 'unavailable' : 'unreachable', text)
}

/** Whether the address is where the provider publishes its keys. */
export function isAtKeys({ address, metadata: { jwks_uri: keys } }: Called): boolean {
  return keys !== undefined && URL.canParse(keys) && new URL(keys).href === address
}

type Called = { address: string; metadata: { jwks_uri?: string | undefined } }

function callText(fault: CallFault, address: string): string {
  const [what, whatToDo] = CALL_FAULTS[fault]
  const next = isPassing(fault)
    ? `Start again. If it happens again, ${whatToDo.charAt(0).toLowerCase()}${whatToDo.slice(1)}`
    : whatToDo
  return `${what.replace(/\.$/, '')} (${providerText(address)}). ${next}`
}

function isNetwork(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (/fetch failed|timed? ?out|aborted|terminated/i.test(at.message)) return true
  return false
}
