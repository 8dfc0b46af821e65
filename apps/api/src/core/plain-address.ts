/**
 * A request's address as the router reads it, which also takes whole addresses and encoded letters: what looks at
 * the start of an address to tell the API from pages must not be told otherwise by another spelling.
 */
export function plainAddress(url = '/'): string {
  if (!isDecodable(url)) return '/api/undecodable'
  return url
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/^\/[^/?#]*(?=\/)/, (first) => (decodeURIComponent(first) === '/api' ? '/api' : first))
    .replace(/^(?=\?|$)/, '/')
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return true
  } catch {
    return false
  }
}
