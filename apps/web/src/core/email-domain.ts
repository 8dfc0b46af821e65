/** The domain of an address, as the network writes it: `xn--…` for letters beyond ASCII. */
export function emailDomain(email: string): string | undefined {
  const typed = /^[^\s@]+@([^\s@]+\.[^\s@.]+)$/.exec(email.trim())?.[1]
  if (typed === undefined || !URL.canParse(`http://${typed}`)) return undefined
  return new URL(`http://${typed}`).hostname
}
