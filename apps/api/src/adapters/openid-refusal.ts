import { type CallFault, CALL_FAULTS, callFault, isPassing } from './call-fault.ts'
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
export function refuseCall(error: unknown, address: string): void {
  const fault = callFault(error)
  if (fault === 'unknown' && !isNetwork(error)) return
  throw new OpenidRefusal(
    isPassing(fault) ? 'unavailable' : 'unreachable',
    callText(fault, address),
  )
}

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
