/** A provider vouched for somebody, but not that they signed in as it was asked to see to. */
export class WeakAnswer extends Error {
  override name = 'WeakAnswer'
}

/** `actual`: how the person signed in, as the provider calls it. */
export function requireContext(required: string[], actual: string | undefined): void {
  if (required.length === 0 || (actual !== undefined && required.includes(actual))) return
  throw new WeakAnswer(`The provider says ${actual ?? 'nothing'} of how the person signed in.`)
}
