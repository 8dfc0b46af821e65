/** A refused call: the address isn't public, and the operator doesn't trust it. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
  override message =
    'The address must be public. To allow private addresses, set TRUSTED_PROVIDER_NETWORKS.'
}

/** Also if a library has wrapped it. */
export function isPrivateAddressError(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at instanceof PrivateAddressError) return true
  return false
}
