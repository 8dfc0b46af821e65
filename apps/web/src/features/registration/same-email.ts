/** Addresses compare without case; a page opened without one is for nobody. */
export function isSameEmail(sentTo: string, named: string | undefined) {
  return sentTo.toLowerCase() === named?.toLowerCase()
}
