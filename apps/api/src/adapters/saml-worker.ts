import { storedKeys } from './certificates.ts'
import { type ProviderClaims, ContextNotMet, requireContext } from './provider-claims.ts'
import { assertionFault, nameIdOf, nodesIn, rootIn, subjectOf, textOf } from './saml-assertion.ts'
import { attributesOf } from './saml-attributes.ts'
import { openSaml } from './saml-library.ts'
import { DAMAGED, type SamlFault } from './saml-response.ts'
import type { SamlRequest, SamlSettings } from './saml.ts'

type Job = {
  settings: SamlSettings
  samlResponse: string
  request: SamlRequest
  /** Whether the response has a signature of its own, which must be right then. */
  isSigned: boolean
}

type Outcome =
  | { claimed: ProviderClaims }
  | { fault: string; reason: SamlFault['reason'] | 'too-weak' }

/** Parses and verifies a response, in a thread. */
export async function run(job: Job): Promise<Outcome> {
  try {
    return await verify(job)
  } catch (error) {
    const reason = error instanceof ContextNotMet ? 'too-weak' : 'rejected'
    return { fault: faultText(error, job.settings), reason }
  }
}

// The library gives the reason in the inner cause. It trips over missing elements, which explains nothing.
function faultText(error: unknown, { certificate }: SamlSettings): string {
  if (!(error instanceof Error) || error instanceof TypeError)
    return 'The provider’s response is not built as the SAML standard says.'
  if (/^\[xmldom|^Not a valid XML/.test(error.message)) return DAMAGED
  if (error.message.includes("NotOnOrAfter: 'undefined'"))
    return 'The subject confirmation has no end (NotOnOrAfter).'
  const said =
    error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
  if (/^Invalid (document )?signature(?!:)/.test(said))
    return [`${said}.`, OTHER_KEY, ...faultsOf(certificate)].join(' ')
  const [, whatToDo] = WHAT_TO_DO.find(([pattern]) => pattern.test(said)) ?? []
  return whatToDo === undefined ? said : `${said}. ${whatToDo}`
}

const OTHER_KEY =
  'The response isn’t signed with the connection’s certificate. If the provider renewed it, enter its current one (in its metadata) in the connection.'

const WHAT_TO_DO: [said: RegExp, whatToDo: string][] = [
  [
    /subject confirmation|expired|not yet valid/i,
    'Start again. If it happens again, check the provider’s clock and how long its assertions are valid.',
  ],
]

function faultsOf(certificate: string): string[] {
  return [...new Set(storedKeys(certificate).flatMap(({ fault }) => fault ?? []))]
}

async function verify({ settings, samlResponse, request, isSigned }: Job): Promise<Outcome> {
  if (storedKeys(settings.certificate).every(({ fault }) => fault !== undefined))
    return { fault: faultsOf(settings.certificate).join(' '), reason: 'misconfigured' }
  const saml = openSaml(settings, request, isSigned)
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse })
  const assertion = rootIn(profile?.getAssertion?.())
  const { requiredContexts, domain } = settings
  const fault = assertionFault(assertion, { ...settings, requestId: request.id })
  if (fault) return { fault: fault.text, reason: fault.reason }
  requireContext(requiredContexts, contextOf(assertion))
  const nameId = nameIdOf(assertion)
  // Refused above.
  if (!nameId) throw new Error('The response has no name ID.')
  const { names, email, name } = attributesOf(assertion, nameId, domain)
  const matching = nameId.format === 'emailaddress' ? ('caseless' as const) : ('trimmed' as const)
  const claimed = {
    subject: subjectOf(nameId, settings),
    matching,
    email,
    isEmailVerified: undefined,
    name,
  }
  return { claimed: { ...claimed, attributes: names } }
}

// Exactly one is accepted.
function contextOf(assertion: unknown): string | undefined {
  const contexts = nodesIn(assertion, 'AuthnStatement', 'AuthnContext', 'AuthnContextClassRef')
  return contexts.length === 1 ? textOf(contexts[0]) : undefined
}
