import {
  AuthorizationResponseError,
  ResponseBodyError,
  type ServerMetadata,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { type AnswerFault, answerFault } from './openid-answers.ts'
import { OpenidRefusal, type Reason, refuseCall } from './openid-refusal.ts'
import { ContextNotMet, providerText } from './provider-claims.ts'
import { lasting, passing } from './provider-fault.ts'

const AGAIN = 'Start again. If it happens again, look at the provider’s log and status page.'
const CONSENT =
  'Grant consent at the provider for all users of Waymark’s application, and turn off any setting that signs users in without showing a page (prompt=none).'

/** What the errors of the standard mean here, and what to do about them. */
const CALLBACK_ERRORS: Record<string, [reason: Reason, whatToDo: string]> = {
  access_denied: [
    'cancelled',
    'If the user didn’t cancel, assign them to Waymark’s application at the provider.',
  ],
  unmet_authentication_requirements: [
    'too-weak',
    'Set the provider to offer a sign-in method that the connection requires, or change the required methods in the connection.',
  ],
  server_error: ['unavailable', AGAIN],
  slow_down: ['unavailable', AGAIN],
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
    'Set the provider to allow the authorisation code flow (response type code) for Waymark’s application.',
  ],
  unsupported_response_type: [
    'refused',
    'Set the provider to allow the authorisation code flow (response type code) for Waymark’s application.',
  ],
  invalid_request: [
    'refused',
    'Check the redirect address and the settings of Waymark’s application at the provider.',
  ],
}

const CLIENT =
  'Check the connection’s client ID and secret against Waymark’s application at the provider, and let the provider accept them in a header (client_secret_basic).'

/** The last answer of the provider, which a fault is about, and what it publishes. */
export type Where = {
  address: string
  status: number
  type: string
  metadata: Partial<ServerMetadata>
}

/** The libraries’ texts name neither the provider’s error nor what to do. */
export function explainOpenid(error: unknown, where: Where): never {
  throwOwn(error)
  if (error instanceof AuthorizationResponseError) {
    const whatToDo = 'Look for the error in the provider’s log.'
    const [reason, hint] = CALLBACK_ERRORS[error.error] ?? (['refused', whatToDo] as const)
    throw new OpenidRefusal(reason, `the provider refused: ${errorText(error)}. ${hint}`)
  }
  refuseCall(error, where)
  if (isDown(where)) throw refusedStatus(where, errorText(error))
  if (isOfClient(error, where))
    throw new OpenidRefusal(
      'misconfigured',
      `the provider refused the client ID or secret (${errorText(error) ?? `status ${where.status}`}). ${CLIENT}`,
    )
  if (error instanceof ResponseBodyError) throw refusedCode(error)
  throw where.status === 200 ? refusedAnswer(error, where) : refusedStatus(where)
}

function isOfClient(error: unknown, where: Where): boolean {
  if (error instanceof ResponseBodyError) return error.error === 'invalid_client'
  const isChallenged = error instanceof WWWAuthenticateChallengeError
  return isChallenged || (where.status === 401 && endpointOf(where) === 'token_endpoint')
}

/** The name under which the provider publishes an address. */
function endpointOf({ address, metadata }: Where): string {
  const isIt = (value: unknown) =>
    typeof value === 'string' && URL.canParse(value) && new URL(value).href === address
  return Object.entries(metadata).find(([, value]) => isIt(value))?.[0] ?? 'this address'
}

function refusedStatus(where: Where, said?: string): OpenidRefusal {
  const status = said === undefined ? where.status : `${where.status}, ${said}`
  const what = `the provider (${providerText(where.address)}) responded with status ${status}.`
  return isDown(where)
    ? new OpenidRefusal('unavailable', `${what} ${AGAIN}`)
    : new OpenidRefusal(
        'misconfigured',
        `${what} Check ${endpointOf(where)} in the provider’s configuration, and look for this request in the log of the provider and of any proxy in front of it.`,
      )
}

function refusedAnswer(error: unknown, where: Where): OpenidRefusal {
  const { what, whatToDo, isPassing } = faultIn(error, where)
  const { reason, text } = isPassing
    ? passing(`${what}.`, whatToDo)
    : lasting(`${what}. ${whatToDo}`)
  return new OpenidRefusal(reason, text)
}

const ID_TOKEN = 'id_token_signing_alg_values_supported'
const USERINFO = 'userinfo_signing_alg_values_supported'
type Announced = typeof ID_TOKEN | typeof USERINFO

function faultIn(
  error: unknown,
  { address, type, metadata }: Where,
  announced: Announced = ID_TOKEN,
): AnswerFault {
  const said = [...causesOf(error)].reverse()
  for (const { message, cause } of said) {
    const known = answerFault(message, {
      ...(isObject(cause) && cause),
      address,
      type,
      announced: metadata[announced],
    })
    if (known) return known
  }
  return {
    what: `the provider’s response doesn’t follow the OpenID standard (${providerText(address)})`,
    whatToDo: `Look for this response in the provider’s log. The check that failed: “${providerText(said[0]?.message ?? 'no name')}”`,
    isPassing: false,
  }
}

/** At the exchange. A code can be spent or late; other errors come back at each try. */
function refusedCode(error: ResponseBodyError): OpenidRefusal {
  const text = `the provider refused the authorisation code: ${errorText(error)}.`
  if (error.error === 'invalid_grant')
    return new OpenidRefusal(
      'rejected',
      `${text} Start again. If it happens again, check the redirect address and the client ID of Waymark’s application at the provider.`,
    )
  const hint =
    'Check the redirect address and the client ID of Waymark’s application at the provider.'
  const [reason, whatToDo] = CALLBACK_ERRORS[error.error] ?? (['misconfigured', hint] as const)
  return new OpenidRefusal(reason === 'refused' ? 'misconfigured' : reason, `${text} ${whatToDo}`)
}

function isDown({ status }: Where): boolean {
  return isPassingStatus(status)
}

export function isPassingStatus(status: number): boolean {
  return status >= 500 || PASSING_STATUSES.has(status)
}

/** Request Timeout, Too Early and Too Many Requests. */
const PASSING_STATUSES = new Set([408, 425, 429])

const INSTEAD =
  'Set the provider’s userinfo endpoint to return plain JSON about the same user as the id token, for the scopes openid, email and profile. Or set the provider to put email and email_verified into the id token'

export function explainUserinfo(error: unknown, where: Where): never {
  throwOwn(error)
  refuseCall(error, where)
  const { what: said, isPassing } = faultIn(error, where, USERINFO)
  // It may be signed, and fail for what an id token fails for.
  const what = said
    .replace('the provider’s token isn’t a signed id token', 'its response isn’t a signed token')
    .replaceAll(/(?<!from )the id token/g, 'its response')
  const text = `userinfo can’t be used (${whatOf(where, what)}).`
  if (isDown(where)) throw new OpenidRefusal('unavailable', `${text} ${AGAIN} ${INSTEAD}`)
  if (isPassing)
    throw new OpenidRefusal(
      'rejected',
      `${text} Start again. If it happens again, look at the provider’s log. ${INSTEAD}`,
    )
  throw new OpenidRefusal('misconfigured', `${text} ${INSTEAD}`)
}

const ADDRESS =
  'Make “Provider address” in the connection exactly the same as the provider’s issuer. For details, use “Test connection” in the connection’s menu'

/** What a provider publishes about itself, at the start of a sign-in and at its end. */
export function explainConfiguration(error: unknown, where: Where): never {
  throwOwn(error)
  refuseCall(error, where)
  const { what, whatToDo } = faultIn(error, where)
  const text = `the provider’s OpenID configuration can’t be used (${whatOf(where, what)}).`
  if (isDown(where)) throw new OpenidRefusal('unavailable', `${text} ${AGAIN}`)
  const isOurs = where.status !== 200 || /JSON|another issuer/.test(what)
  throw new OpenidRefusal('misconfigured', `${text} ${isOurs ? ADDRESS : whatToDo}`)
}

function whatOf({ status, type }: Where, what: string): string {
  return providerText(status === 200 ? what : `status ${status}, ${type}`)
}

/** Maps a failure to the reason that the user sees. */
export function openidFault(error: unknown): Reason {
  if (error instanceof OpenidRefusal) return error.reason
  return error instanceof ContextNotMet ? 'too-weak' : 'rejected'
}

function errorText(error: unknown): string | undefined {
  if (!(error instanceof AuthorizationResponseError) && !(error instanceof ResponseBodyError))
    return undefined
  const description = error.error_description
  return providerText(description ? `${error.error} (${description})` : error.error)
}

/** A fault of what the provider publishes, which the library has passed on. */
function throwOwn(error: unknown) {
  for (const one of causesOf(error)) if (one instanceof OpenidRefusal) throw one
}

/** The error and its causes, from outside. */
function* causesOf(error: unknown): Generator<Error> {
  for (let at = error; at instanceof Error; at = at.cause) yield at
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Error)
}
