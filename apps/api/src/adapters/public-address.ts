import { BlockList, isIP } from 'node:net'

// IANA's special-purpose registry.
const SPECIAL_V4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
// Teredo, documentation, and 6to4, which embeds an IPv4 address.
const SPECIAL_V6: [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, prefix] of SPECIAL_V4) special.addSubnet(network, prefix, 'ipv4')
const specialV6 = new BlockList()
for (const [network, prefix] of SPECIAL_V6) specialV6.addSubnet(network, prefix, 'ipv6')
// The routed part of IPv6. Mapped, local and link-local addresses are outside.
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')

// What organisations use inside.
const inside = new BlockList()
inside.addSubnet('10.0.0.0', 8, 'ipv4')
inside.addSubnet('100.64.0.0', 10, 'ipv4')
inside.addSubnet('172.16.0.0', 12, 'ipv4')
inside.addSubnet('192.168.0.0', 16, 'ipv4')
inside.addSubnet('fc00::', 7, 'ipv6')

/** `address` is an IP literal. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4')
  if (isIP(address) !== 6) return false
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}

/** Private, but neither this machine nor link-local. */
export function isPrivateAddress(address: string): boolean {
  return inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
