import { providerText } from '#adapters/provider-claims.ts'
import { SsoFailure } from './sso-failure.ts'

// How a SAML provider answers other than by a form. Nothing of such an answer is read.

const BY_FORM = 'Set it to answer by a form (HTTP-POST)'

/** Someone who opens the address by hand brings no answer. */
export async function refuseSamlAddress(query: Record<string, unknown>): Promise<never> {
  if (query['SAMLart'] !== undefined)
    throw wrongBinding('sends a reference to its answer (HTTP-Artifact)')
  if (query['SAMLResponse'] !== undefined)
    throw wrongBinding('sends its answer in the address (HTTP-Redirect)')
  throw new SsoFailure('expired', 'the sign-in doesn’t exist')
}

/** Forms that can’t carry files, as the standard says. */
export function requireForm(type: string | undefined): void {
  if (type === undefined || /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return
  throw wrongBinding(`sends its answer as ${providerText(type.replace(/;.*/s, ''))}`)
}

function wrongBinding(what: string): SsoFailure {
  return new SsoFailure('misconfigured', `the provider ${what}. ${BY_FORM}`)
}
