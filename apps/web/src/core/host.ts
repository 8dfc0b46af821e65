export type Scope = 'admin' | 'private' | 'public'

interface Place {
  hostname: string
  pathname: string
  isAdminHost?: boolean | undefined
}

/** Only for looks and redirects; the server uses the exact host. */
export function scopeOf({ hostname, pathname, isAdminHost }: Place): Scope {
  if (isAdminHost || hostname.includes('admin')) return 'admin'
  if (pathname.includes('/admin')) return 'admin'
  const parts = hostname.split('.').length
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return parts > (isLocal ? 1 : 2) ? 'private' : 'public'
}

/** `/api` of the same host; in development on port 4003, because Vite serves the page on another port. */
export function apiBase(place: Pick<Location, 'protocol' | 'hostname'>, isDevelopment: boolean) {
  return isDevelopment ? `${place.protocol}//${place.hostname}:4003/api` : '/api'
}
