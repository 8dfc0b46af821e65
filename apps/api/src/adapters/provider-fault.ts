/** Why an answer of a provider is refused. The text says what to do. `misconfigured`: someone has to change a setting. */
export type ProviderFault = {
  reason: 'rejected' | 'refused' | 'misconfigured'
  text: string
}

/** A setting is wrong. */
export function lasting(text: string): ProviderFault & { reason: 'misconfigured' } {
  return { reason: 'misconfigured', text }
}

/** A second try may help, or someone attacks. */
export function passing(text: string, ifAgain: string): ProviderFault & { reason: 'rejected' } {
  return { reason: 'rejected', text: `${text} Start again. If it happens again, ${ifAgain}` }
}
