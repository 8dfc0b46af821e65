import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { ContextNotMet, providerText } from './provider-claims.ts'
import { callFault, isLasting } from './call-fault.ts'

type Reason =
  | 'cancelled'
  | 'refused'
  | 'unavailable'
  | 'unreachable'
  | 'rejected'
  | 'misconfigured'
  | 'too-weak'

/** The message says what to do. */
export class OpenidRefusal extends Error {
  readonly reason: Reason

  constructor(reason: Reason, message: string) {
    super(message)
    this.reason = reason
  }
}

const AGAIN = 'Start again. If it happens again, look at the provider’s log and status page.'
const CONSENT =
  'Grant the users’ consent for Waymark’s application at the provider, and don’t let it require a sign-in without a page.'

/** What the errors of the standard mean here, and what to do about them. */
const CALLBACK_ERRORS: Record<string, [reason: Reason, whatToDo: string]> = {
  access_denied: [
    'cancelled',
    'If the user didn’t cancel, assign them to Waymark’s application at the provider.',
  ],
  unmet_authentication_requirements: [
    'too-weak',
    'Set the provider to require the sign-in method that the connection requires.',
  ],
  server_error: ['unavailable', AGAIN],
  temporarily_unavailable: ['unavailable', AGAIN],
  consent_required: ['refused', CONSENT],
  login_required: ['refused', CONSENT],
  interaction_required: ['refused', CONSENT],
  account_selection_required: ['refused', CONSENT],
  invalid_scope: [
    'refused',
    'Allow Waymark’s application the scopes openid, email and profile at the provider.',
  ],
  unauthorized_client: [
    'refused',
    'Allow Waymark’s application the authorisation code flow (response type code) at the provider.',
  ],
  unsupported_response_type: [
    'refused',
    'Allow Waymark’s application the authorisation code flow (response type code) at the provider.',
  ],
  invalid_request: [
    'refused',
    'Check the redirect address and the settings of Waymark’s application at the provider.',
  ],
}

const CLIENT =
  'Check the connection’s client ID and secret against Waymark’s application at the provider.'
const CHECK =
  'Check the connection’s address and client ID against Waymark’s application at the provider.'

/** The libraries’ texts name neither the provider’s error nor what to do. */
export function explainOpenid(error: unknown): never {
  if (error instanceof AuthorizationResponseError) {
    const whatToDo = 'Look for the error in the provider’s log.'
    const [reason, hint] = CALLBACK_ERRORS[error.error] ?? (['refused', whatToDo] as const)
    throw new OpenidRefusal(reason, `the provider refused: ${errorText(error)}. ${hint}`)
  }
  const code = codeOf(error)
  if (
    code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' ||
    (error instanceof ResponseBodyError && error.error === 'invalid_client')
  )
    throw new OpenidRefusal(
      'misconfigured',
      `the provider refused the client ID or secret (${errorText(error)}). ${CLIENT}`,
    )
  if (error instanceof ResponseBodyError) throw refusedCode(error)
  const said = saidBy(error)
  if (said.includes('JWE decryption'))
    throw new OpenidRefusal(
      'misconfigured',
      'the id token is encrypted, and Waymark has no key for it. Turn off the encryption of id tokens for Waymark’s application at the provider (id_token_encrypted_response_alg)',
    )
  if (code === undefined) throw error
  throw refusedAnswer(code, error)
}

function refusedAnswer(code: string, error: unknown): OpenidRefusal {
  const { status = 200 } = responseIn(error) ?? {}
  if (isDown(status))
    return new OpenidRefusal('unavailable', `the provider answered with status ${status}. ${AGAIN}`)
  const said = saidBy(error)
  const [reason, whatToDo] = whatToDoAbout(`${code} ${said}`)
  return new OpenidRefusal(reason, `${said}. ${whatToDo}`)
}

/** At the exchange. A code can be spent or late; other errors come back at each try. */
function refusedCode(error: ResponseBodyError): OpenidRefusal {
  const text = `the provider refused the code: ${errorText(error)}.`
  if (error.error === 'invalid_grant')
    return new OpenidRefusal(
      'rejected',
      `${text} Start again. If it happens again, check the redirect address and the client of Waymark’s application at the provider.`,
    )
  const hint = 'Check the redirect address and the client of Waymark’s application at the provider.'
  const [reason, whatToDo] = CALLBACK_ERRORS[error.error] ?? (['misconfigured', hint] as const)
  return new OpenidRefusal(reason === 'refused' ? 'misconfigured' : reason, `${text} ${whatToDo}`)
}

function isDown(status: number): boolean {
  return status >= 500 || status === 429
}

type Advice = [reason: 'rejected' | 'misconfigured', whatToDo: string]

function whatToDoAbout(said: string): Advice {
  const [, ...advice] = WHAT_TO_DO.find(([pattern]) => pattern.test(said)) ?? []
  return advice.length === 2 ? advice : ['misconfigured', CHECK]
}

/** By what the library says: of time, of whom the answer is about, and of how it is built. */
const WHAT_TO_DO: [said: RegExp, ...advice: Advice][] = [
  [
    /TIMESTAMP_CHECK|timestamp/i,
    'rejected',
    'Start again. If it happens again, check the clocks of the provider and of Waymark, and how long id tokens are valid.',
  ],
  [
    /nonce/i,
    'rejected',
    'Start again. If it happens again, make sure that the provider puts the nonce of the sign-in into the id token unchanged.',
  ],
  [
    /response parameter "iss"|"iss" \(issuer\) response parameter/,
    'rejected',
    'Start again. If it happens again, check the connection’s address against the issuer that the provider names.',
  ],
  [
    /KEY_SELECTION|signature|no applicable keys/i,
    'misconfigured',
    'Check that the provider publishes the key that signs id tokens at its jwks_uri, each with its own key ID (kid).',
  ],
  [
    /UNSUPPORTED_OPERATION|unsupported|unexpected JWT .?alg/i,
    'misconfigured',
    'Set the provider to sign id tokens with RS256, PS256 or ES256 for Waymark’s application.',
  ],
  [
    /PARSE_ERROR|INVALID_RESPONSE|RESPONSE_IS_NOT|METADATA(?!.*issuer)/,
    'misconfigured',
    'The provider, or a proxy in between, doesn’t answer as the OpenID standard says. Look at its log for this answer.',
  ],
]

const INSTEAD =
  'Set it to answer as plain JSON about the user of the id token, with the scopes openid, email and profile, or to put email and email_verified into the id token'

/** A network fault stays as it is. */
export function explainUserinfo(error: unknown): never {
  const code = codeOf(error)
  if (code === undefined) throw error
  const response = responseIn(error)
  const { status = 200 } = response ?? {}
  const isOther = code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
  const text = `userinfo can’t be used (${answerText(status, response, saidBy(error))}).`
  if (isDown(status)) throw new OpenidRefusal('unavailable', `${text} ${AGAIN} ${INSTEAD}`)
  if (isOther)
    throw new OpenidRefusal(
      'rejected',
      `${text} Start again. If it happens again, look at the provider’s log. ${INSTEAD}`,
    )
  throw new OpenidRefusal('misconfigured', `${text} ${INSTEAD}`)
}

const ADDRESS =
  'Compare the connection’s address with the provider’s issuer, letter by letter. “Test connection” on its page says more'

/** What a provider publishes about itself, at the start of a sign-in. A network fault stays as it is. */
export function explainConfiguration(error: unknown): never {
  if (codeOf(error) === undefined) throw error
  const response = responseIn(error)
  const { status = 200 } = response ?? {}
  const isAway = isDown(status)
  throw new OpenidRefusal(
    isAway ? 'unavailable' : 'misconfigured',
    `no OpenID configuration (${answerText(status, response, saidBy(error))}). ${isAway ? AGAIN : ADDRESS}`,
  )
}

function answerText(status: number, response: Response | undefined, said: string): string {
  const type = response?.headers.get('content-type') ?? (said.includes('JWT') && 'application/jwt')
  const parts = status === 200 ? [type, said] : [`status ${status}`, type]
  return providerText(parts.filter(Boolean).join(', '))
}

/** Maps a failure to the reason that the user sees. */
export function openidFault(error: unknown): Reason {
  if (error instanceof OpenidRefusal) return error.reason
  if (isLasting(callFault(error))) return 'unreachable'
  if (error instanceof ContextNotMet) return 'too-weak'
  // A network failure has no answer to reject.
  const isNetwork =
    error instanceof Error &&
    /fetch failed|timed? ?out|aborted|terminated/i.test(`${error.message} ${causeOf(error)}`)
  return isNetwork ? 'unavailable' : 'rejected'
}

function errorText(error: unknown): string {
  if (!(error instanceof AuthorizationResponseError) && !(error instanceof ResponseBodyError))
    return saidBy(error)
  const description = error.error_description
  return providerText(description ? `${error.error} (${description})` : error.error)
}

function saidBy(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason'
  const cause = causeOf(error)
  return cause === '' || cause === error.message ? error.message : `${error.message} (${cause})`
}

function causeOf({ cause }: Error): string {
  return cause instanceof Error ? cause.message : ''
}

/** The library’s name of a fault of the answer; undefined for others, such as of the network. */
function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^OAUTH_(?!TIMEOUT|ABORT)/.test(code) ? code : undefined
}

/** The library keeps it in a cause of some depth. */
function responseIn(error: unknown): Response | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('response' in at && at.response instanceof Response) return at.response
    if (at.cause instanceof Response) return at.cause
    if (isBox(at.cause)) return at.cause.response
  }
  return undefined
}

function isBox(cause: unknown): cause is { response: Response } {
  return (
    typeof cause === 'object' &&
    cause !== null &&
    'response' in cause &&
    cause.response instanceof Response
  )
}
