import { sameText } from 'contract/same-text'

/** The domain of an address in Punycode. */
export function emailDomain(email: string): string | undefined {
  const typed = /^[^\s@]+@([^\s@]+\.[^\s@.]+)$/.exec(sameText(email))?.[1]
  if (typed === undefined || !URL.canParse(`http://${typed}`)) return undefined
  return new URL(`http://${typed}`).hostname
}
