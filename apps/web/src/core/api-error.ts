import type { ApiErrorBody, ErrorCode } from 'contract/errors'

const DEMANDS = ['terms-not-accepted', 'mfa-setup-required'] as const
const UNRELATED = new Set<string>([...DEMANDS, 'organisation-suspended', 'xsrf-refused'])

/** Of failures that the server knows nothing of. */
type LocalCode = 'offline' | 'not-stored'

interface Failure {
  /** 0: no response. */
  status: number
  code: ErrorCode | LocalCode
  message: string
  fields?: Record<string, string> | undefined
  details?: unknown
  requestId?: string | undefined
  /** Seconds, from the server. */
  retryAfter?: number | undefined
}

/** Any failed call. Code reads `code`; `message` is shown to users. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode | LocalCode
  readonly fields: Record<string, string>
  readonly details: unknown
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options)
    this.status = failure.status
    this.code = failure.code
    this.fields = failure.fields ?? {}
    this.details = failure.details
    this.requestId = failure.requestId
    this.retryAfter = failure.retryAfter
  }
}

export function isOffline(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'offline'
}

export function hasCode(error: unknown, ...codes: (ErrorCode | LocalCode)[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}

/** Nothing is broken, and the server takes the call in a while. */
export function isBusy(error: unknown): error is ApiError {
  return hasCode(error, 'busy', 'moving', 'maintenance')
}

/** The same call can succeed in a while. */
export function isTemporary(error: unknown): error is ApiError {
  return isOffline(error) || isBusy(error)
}

/** The same call would take as long again. The message says what to do instead. */
export function isTooSlow(error: unknown): error is ApiError {
  return hasCode(error, 'takes-too-long')
}

/** The server refused the call, so a retry doesn't help. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

export function offlineError(cause: unknown) {
  const message = 'We can’t reach Waymark. Check your connection and try again.'
  return new ApiError({ status: 0, code: 'offline', message }, { cause })
}

export async function errorFrom(response: Response) {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const body = await response
    .json()
    .then((json: unknown) => (isErrorBody(json) ? json : null))
    .catch(() => null)
  const failure = body
    ? { ...body, message: messageOf(body), requestId: body.request_id }
    : {
        code: codeOf(response.status),
        message: `Something went wrong on the server (error ${response.status}). Try again later.`,
        requestId,
      }
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  return new ApiError({ ...failure, status: response.status, retryAfter })
}

const MOST_REASONS = 3

/** The reasons of the fields say more than that some values are wrong. */
function messageOf({ code, message, fields = {} }: ApiErrorBody) {
  const reasons = [...new Set(Object.values(fields))].slice(0, MOST_REASONS)
  if (code !== 'invalid-input' || reasons.length === 0) return message
  return reasons.map((reason) => (/[.!?]$/.test(reason) ? reason : `${reason}.`)).join(' ')
}

// A proxy may respond with its own body.
function codeOf(status: number): ErrorCode {
  if (status === 401) return 'signed-out'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not-found'
  if (status === 413) return 'too-large'
  if (status === 429) return 'too-many-requests'
  return status >= 502 ? 'unavailable' : 'internal'
}

function isErrorBody(json: unknown): json is ApiErrorBody {
  return typeof json === 'object' && json !== null && 'code' in json && 'message' in json
}

/** Whether the error is unrelated to what was sent, so that it can be sent again later. */
export function isPassing({ status, code }: ApiError) {
  return status < 400 || status >= 500 || status === 401 || status === 429 || UNRELATED.has(code)
}

export function isNewDemand(error: unknown) {
  return hasCode(error, ...DEMANDS)
}
