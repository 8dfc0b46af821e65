import { storedKeys } from './certificates.ts'
import { type ProviderFault, lasting, passing } from './provider-fault.ts'
import {
  type ProviderClaims,
  ContextNotMet,
  providerText,
  requireContext,
} from './provider-claims.ts'
import {
  CLOCK,
  OTHER_SIGN_IN,
  TOO_OLD,
  assertionFault,
  nameIdOf,
  nodesIn,
  oddTime,
  rootIn,
  subjectOf,
  textOf,
} from './saml-assertion.ts'
import { attributesOf } from './saml-attributes.ts'
import { openAnswer } from './saml-library.ts'
import { SamlRefusal } from './saml-refusal.ts'
import { DAMAGED, LOG } from './saml-response.ts'
import type { SamlRequest, SamlSettings } from './saml.ts'

type Job = {
  settings: SamlSettings
  samlResponse: string
  request: SamlRequest
  /** Whether the response has a signature of its own, which must be right then. */
  isSigned: boolean
}

type Outcome = { claimed: ProviderClaims } | { fault: string; reason: SamlRefusal['reason'] }

/** Parses and verifies a response, in a thread. */
export async function run(job: Job): Promise<Outcome> {
  try {
    return await verify(job)
  } catch (error) {
    if (error instanceof ContextNotMet) return { fault: error.message, reason: 'too-weak' }
    if (error instanceof SamlRefusal) return { fault: error.message, reason: error.reason }
    const { reason, text } = faultIn(error, job)
    return { fault: text, reason }
  }
}

// The library gives the reason in the inner cause. It trips over missing elements, which explains nothing.
function faultIn(error: unknown, { settings: { certificate }, isSigned }: Job): ProviderFault {
  if (!(error instanceof Error)) return OTHERWISE_BUILT
  const said =
    error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
  const [ofWhat] = /^Invalid (document )?signature$/.exec(said) ?? []
  if (ofWhat !== undefined)
    return lasting([otherKey(ofWhat, isSigned), ...faultsOf(certificate)].join(' '))
  const time = /^Error parsing (\w+): '(.*)' is not a valid date/s.exec(said)
  if (time) return timeFault(time)
  const known = FAULTS.find(([pattern]) => pattern.test(said))?.[1]
  if (known || error instanceof TypeError) return known ?? OTHERWISE_BUILT
  return passing(
    'The provider’s response can’t be verified.',
    `${LOG} The check that failed: “${providerText(said)}”`,
  )
}

const OTHERWISE_BUILT = lasting(
  'The provider’s response doesn’t follow the SAML standard. Look for the response in the provider’s log, and set the provider to send each attribute with a name, and each element once.',
)

/** Of two signatures, each must be right. The library looks at the response’s first. */
function otherKey(said: string, isSigned: boolean): string {
  const which = said.includes('document')
    ? 'The signature of the response isn’t made with the connection’s certificate, or the response was changed after it was signed. The signature of the assertion wasn’t checked.'
    : `The signature of the assertion isn’t made with the connection’s certificate, or the assertion was changed after it was signed.${isSigned ? ' The signature of the response is valid.' : ''}`
  return `${which} ${CERTIFICATE}`
}

const CERTIFICATE =
  'If the provider renewed its certificate, enter the current one (in its metadata) in the connection. If the connection already has it, look for a proxy that changes responses.'

const CONFIRMATION =
  'check the clocks of the provider and of Waymark, and set the provider to send a subject confirmation with Recipient, InResponseTo and NotOnOrAfter.'

function timeFault([, name = '', value = '']: string[]): ProviderFault {
  return value === 'undefined'
    ? lasting(
        name === 'NotOnOrAfter'
          ? 'The subject confirmation has no NotOnOrAfter. Set the provider to send it.'
          : `The assertion has no ${name}. Set the provider to send it.`,
      )
    : oddTime(name, value)
}

/** By what the library says. */
const FAULTS: [said: RegExp, fault: ProviderFault][] = [
  [/^\[xmldom|^Not a valid XML/, DAMAGED],
  [/InResponseTo/, OTHER_SIGN_IN],
  [
    /subject confirmation/i,
    passing(
      'The provider’s response has no subject confirmation that is valid now (SubjectConfirmationData).',
      CONFIRMATION,
    ),
  ],
  [/assertion too old/, TOO_OLD],
  [/expired/, passing('The assertion has expired (NotOnOrAfter).', CLOCK)],
  [/not yet valid/, passing('The assertion is not yet valid (NotBefore).', CLOCK)],
  [
    /too many transforms/,
    lasting(
      'The signature has more than two transforms. Set the provider to sign with the transforms enveloped-signature and xml-exc-c14n only.',
    ),
  ],
  [
    /could not (find|load)|no signed info|too many signatures|signature reference|Canonicalization/i,
    lasting(
      'The signature doesn’t follow the SAML standard. Look for the response in the provider’s log, and set the provider to sign the whole assertion, once.',
    ),
  ],
  [
    /multiple assertions|multiple conditions/,
    passing(
      'The provider’s response has more than one assertion, or an assertion with more than one set of conditions.',
      'change the provider to send one assertion with one set of conditions.',
    ),
  ],
  [
    /signature|signed|ref URI/i,
    passing(
      'The signature doesn’t cover the whole assertion.',
      'look for a proxy that changes the provider’s responses, and set the provider to sign the whole assertion.',
    ),
  ],
]

function faultsOf(certificate: string): string[] {
  return [...new Set(storedKeys(certificate).flatMap(({ fault }) => fault ?? []))]
}

async function verify({ settings, samlResponse, request, isSigned }: Job): Promise<Outcome> {
  if (storedKeys(settings.certificate).every(({ fault }) => fault !== undefined))
    return { fault: faultsOf(settings.certificate).join(' '), reason: 'misconfigured' }
  const expected = { ...settings, requestId: request.id }
  const judge = (assertion: unknown) => assertionFault(rootIn(assertion), expected)
  const saml = openAnswer(settings, request, { isSigned, judge })
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse })
  const assertion = rootIn(profile?.getAssertion?.())
  const { requiredContexts, domain } = settings
  requireContext(requiredContexts, contextsOf(assertion))
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

function contextsOf(assertion: unknown): string[] {
  return nodesIn(assertion, 'AuthnStatement', 'AuthnContext', 'AuthnContextClassRef').map(textOf)
}
