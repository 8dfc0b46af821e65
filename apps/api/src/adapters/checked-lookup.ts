import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { PrivateAddressError } from './private-address-error.ts'
import type { AllowsAddress } from './trusted-networks.ts'

/** The signature of `node:dns`, so that tests can replace it. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Refuses a name if any of its addresses isn't allowed. The addresses checked are the ones connected to. */
export function createCheckedLookup(
  isAllowed: AllowsAddress,
  resolve: LookupAll = lookup,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first)
        return callback(error ?? new Error('The host name has no IP address.'), '', 0)
      if (!addresses.every(({ address }) => isAllowed(hostname, address)))
        return callback(new PrivateAddressError(), '', 0)
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
