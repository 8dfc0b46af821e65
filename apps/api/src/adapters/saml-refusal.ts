import type { ProviderFault } from './provider-fault.ts'

/** The message says what to do. */
export class SamlRefusal extends Error {
  readonly reason: ProviderFault['reason'] | 'cancelled' | 'too-weak' | 'failed'

  constructor(reason: SamlRefusal['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export function refusal({ reason, text }: ProviderFault): SamlRefusal {
  return new SamlRefusal(reason, text)
}
