import type { Profile } from '@node-saml/node-saml'
import { z } from 'zod'
import { type ProviderClaims, ContextNotMet, requireContext } from './provider-claims.ts'
import { openSaml } from './saml-library.ts'
import type { SamlRequest, SamlSettings } from './saml.ts'

type Job = { settings: SamlSettings; samlResponse: string; request: SamlRequest }

/** Parses and verifies a response, in a thread. */
export async function run(
  job: Job,
): Promise<{ claimed: ProviderClaims } | { fault: string; isTooWeak: boolean }> {
  try {
    return { claimed: await verify(job) }
  } catch (error) {
    return { fault: faultText(error), isTooWeak: error instanceof ContextNotMet }
  }
}

// The library gives the reason in the inner cause.
function faultText(error: unknown): string {
  if (!(error instanceof Error)) return 'The provider’s response can’t be read.'
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

async function verify({ settings, samlResponse, request }: Job): Promise<ProviderClaims> {
  const saml = openSaml(settings, request)
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse })
  if (!profile) throw new Error('The provider’s response doesn’t include a user.')
  // The library checks the issuer on sign-out only, and never the recipient.
  if (profile.issuer !== settings.issuer)
    throw new Error('The response comes from a different provider.')
  if (recipientOf(profile) !== settings.callbackUrl) {
    throw new Error('The provider’s response is for a different address.')
  }
  if (profile.inResponseTo !== request.id)
    throw new Error('The provider’s response is for a different sign-in.')
  requireContext(settings.requiredContexts, contextOf(profile))
  const { nameID, nameIDFormat } = profile
  if (!nameID) throw new Error('The provider’s response doesn’t include a user.')
  return {
    subject: nameID,
    email:
      attribute(profile, EMAIL) ?? (nameIDFormat.endsWith('emailAddress') ? nameID : undefined),
    isEmailVerified: undefined,
    name: attribute(profile, NAME),
  }
}

// The names in Entra ID, Okta, Shibboleth and plain configurations.
const EMAIL = [
  'email',
  'mail',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
]
const NAME = [
  'name',
  'displayName',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
]

function attribute({ attributes }: Profile, names: string[]): string | undefined {
  const all = attributes as Record<string, unknown> | undefined
  const value = names.map((name) => all?.[name]).find((one) => typeof one === 'string')
  return typeof value === 'string' && value !== '' ? value : undefined
}

// xml2js returns a list for every element. Exactly one is accepted.
const only = <T extends z.ZodRawShape>(shape: T) => z.tuple([z.object(shape)])

const Confirmed = z.object({
  Assertion: z.object({
    Subject: only({
      SubjectConfirmation: only({
        SubjectConfirmationData: only({ $: z.object({ Recipient: z.string() }) }),
      }),
    }),
  }),
})

function recipientOf(profile: Profile): string | undefined {
  const { data } = Confirmed.safeParse(profile.getAssertion?.())
  return data?.Assertion.Subject[0].SubjectConfirmation[0].SubjectConfirmationData[0].$.Recipient
}

const Stated = z.object({
  Assertion: z.object({
    AuthnStatement: only({ AuthnContext: only({ AuthnContextClassRef: only({ _: z.string() }) }) }),
  }),
})

function contextOf(profile: Profile): string | undefined {
  const { data } = Stated.safeParse(profile.getAssertion?.())
  return data?.Assertion.AuthnStatement[0].AuthnContext[0].AuthnContextClassRef[0]._.trim()
}
