/** What a provider says about a user. */
export type ProviderClaims = {
  subject: string
  email: string | undefined
  isEmailVerified: boolean | undefined
  name: string | undefined
  /** The names of what the provider sent, without values, for its administrator. Missing in stored answers of the previous version. */
  attributes?: string[]
}

/** The provider confirmed the user, but not the required way of signing in. */
export class ContextNotMet extends Error {
  override name = 'ContextNotMet'
}

/** `actual` is the provider's name for how the user signed in. */
export function requireContext(required: string[], actual: string | undefined): void {
  if (required.length === 0 || (actual !== undefined && required.includes(actual))) return
  throw new ContextNotMet(
    `The provider did not confirm a required sign-in method. Confirmed method: ${actual ?? 'none'}.`,
  )
}
