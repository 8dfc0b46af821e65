/** An error of the system, the network or the store, with what it says about itself. */
type Fault = Error & {
  code?: string
  path?: string
  hostname?: string
  address?: string
  port?: number
  $metadata?: { httpStatusCode?: number }
}

/** What an error means, if its own words only mean something to programmers. The code stays, to look it up. */
export function systemReason(error: Fault): string | undefined {
  const { code = '', name, message, $metadata } = error
  // Of a store that sends a page of a proxy, or nothing.
  if (message === 'UnknownError')
    return `The store answered with status ${$metadata?.httpStatusCode ?? 'unknown'} and gave no reason`
  if (name === 'TimeoutError') return 'No response in time'
  if (name === 'CredentialsProviderError')
    return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not set, and this server has no credentials of its own'
  if (/wrong version number|packet length too long/.test(message))
    return 'The other side doesn’t use TLS on this port'
  const reason = REASONS[code]?.(error)
  return reason === undefined ? undefined : `${reason} (${code})`
}

const REASONS: Partial<Record<string, (fault: Fault) => string>> = {
  EACCES: (fault) => `Waymark has no permission to use ${placeOf(fault)}`,
  EPERM: (fault) => `Waymark has no permission to use ${placeOf(fault)}`,
  EEXIST: (fault) => `${placeOf(fault)} already exists`,
  // Reading a folder names no path.
  EISDIR: ({ path = 'The path' }) => `${path} is a folder, not a file`,
  ENAMETOOLONG: (fault) => `${placeOf(fault)} is too long`,
  ENOENT: (fault) => `${placeOf(fault)} doesn’t exist`,
  ENOSPC: () => 'The disk is full',
  ENOTDIR: (fault) => `A part of ${placeOf(fault)} is a file, not a folder`,
  EROFS: (fault) => `The disk of ${placeOf(fault)} is read-only`,
  EAI_AGAIN: (fault) => `No name server responds for the host name ${placeOf(fault)}`,
  ENOTFOUND: (fault) => `No name server knows the host name ${placeOf(fault)}`,
  ECONNREFUSED: (fault) => `${placeOf(fault)} refused the connection`,
  ECONNRESET: () => 'The other side closed the connection',
  UND_ERR_SOCKET: () => 'The other side closed the connection',
  EHOSTUNREACH: (fault) => `The network has no route to ${placeOf(fault)}`,
  ENETUNREACH: (fault) => `The network has no route to ${placeOf(fault)}`,
  ETIMEDOUT: (fault) => `${placeOf(fault)} did not respond`,
}

function placeOf({ path, hostname, address, port }: Fault): string {
  const host = address?.includes(':') ? `[${address}]` : address
  const server = port === undefined ? host : `${host}:${port}`
  return path ?? hostname ?? server ?? 'this place'
}
