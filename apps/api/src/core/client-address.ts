import { SocketAddress, isIP, isIPv4, isIPv6 } from 'node:net'

const MAPPED = '::ffff:'

/** The client's address for the log of sign-ins. Null if a proxy passes on something else. */
export function ipOf({ ip }: { ip: string }): string | null {
  const bare = bareOf(ip)
  const address = bare.toLowerCase().startsWith(MAPPED) ? bare.slice(MAPPED.length) : bare
  return isIP(address) === 0 ? null : address
}

/** The client for rate limits: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientAddressOf({ ip }: { ip: string }): string {
  const bare = bareOf(ip)
  if (!isIPv6(bare)) return bare
  const { address } = new SocketAddress({ family: 'ipv6', address: bare })
  const end = address.slice(MAPPED.length)
  if (address.startsWith(MAPPED) && isIPv4(end)) return end
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/** Without a zone, and without the port that some proxies add, which is another for each connection. */
function bareOf(ip: string): string {
  const address = /^\[(.*)\](:\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip
  return address.replace(/%.*$/, '')
}
