import { BlockList, isIP } from 'node:net'
import { isPrivateAddress, isPublicAddress } from './public-address.ts'

/** Answers whether a host may be called at this address, which its name resolved to or which it is itself. */
export type AllowsAddress = (host: string, address: string) => boolean

/**
 * Allows public addresses, the operator's ranges, and private addresses of the operator's names. A name never leads to
 * this machine or a link-local address, such as the cloud's metadata; only a range does.
 */
export function allowedBy(trusted: readonly string[]): AllowsAddress {
  const ranges = rangesOf(trusted)
  const names = new Set(trusted.map(nameOf))
  return (host, address) =>
    isPublicAddress(address) ||
    ranges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') ||
    (names.has(nameOf(host)) && isPrivateAddress(address))
}

function rangesOf(trusted: readonly string[]): BlockList {
  const ranges = new BlockList()
  for (const one of trusted) {
    const [address = '', bits] = one.split('/')
    if (isIP(address) === 0) continue
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    ranges.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return ranges
}

/** DNS ignores case and a dot at the end. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}
