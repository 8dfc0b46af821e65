import { type ApiErrorBody, type ErrorCode, errorStatus } from 'contract/errors'
import { DRIVER_FAILURE, isNotLetIn } from '#db/database-errors.ts'
import { Busy } from '#db/turns.ts'

/** A failure with an error code of the contract. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly extra: { fields?: Record<string, string>; details?: unknown; retryAfter?: number }

  constructor(
    code: ErrorCode,
    message: string,
    extra: ApiError['extra'] = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
    this.extra = extra
  }

  get status(): number {
    return errorStatus[this.code]
  }

  body(requestId: string): ApiErrorBody {
    const { fields, details } = this.extra
    return {
      code: this.code,
      message: this.message,
      request_id: requestId,
      ...(fields && { fields }),
      ...(details !== undefined && { details }),
    }
  }
}

/**
 * The same answer for another tenant's row and a row that doesn't exist, also since the page was opened.
 * `count`: how many were given, of which at least one isn't there.
 */
export function notFound(thing: string, count = 1): ApiError {
  return new ApiError(
    'not-found',
    count === 1
      ? `This ${thing} doesn’t exist, or you don’t have access to it. Check the address, or reload the page.`
      : `Some of these ${thing}s don’t exist, or you don’t have access to them. Reload the page, then try again.`,
  )
}

export function signedOut(): ApiError {
  return new ApiError('signed-out', 'Your session has ended. Sign in to continue.')
}

export function refuseRole(): ApiError {
  return new ApiError('forbidden', 'Your role doesn’t allow this. Ask your administrator for help.')
}

const NO_FILES = 'We can’t save or open files at the moment. Try again shortly.'

const BUSY = 'Waymark is busy. Try again in a few seconds.'

const STOPPING = 'Waymark is restarting. Nothing was lost. Try again in a few seconds.'

const MOVING =
  'This organisation is moving to another server. Nothing was lost. Try again in a few minutes.'

const UNAVAILABLE = 'Waymark can’t reach its database. Nothing was lost. Try again shortly.'

// SQLSTATE classes for temporary failures: connection, resources, operator.
const TRANSIENT = /^(08|53|57|25P03)/

// Ended by a limit while everything works: threads, and SQLSTATE of statement, lock, serialisation, deadlock.
const OVERLOAD = /^(THREADS_BUSY|57014|55P03|40001|40P01)/

/** Nothing is broken. The answer says so, and when to come back. */
export function busy(retryAfter = new Busy(0).retryAfter): ApiError {
  return new ApiError('busy', BUSY, { retryAfter })
}

/** Only a node that stops answers with 502, so that a proxy asks another one for it, and for nothing else. */
export function stopping(): ApiError {
  return new ApiError('stopping', STOPPING, { retryAfter: 1 })
}

/** Everything that would change an organisation that moves to another installation. */
export function moving(): ApiError {
  return new ApiError('moving', MOVING, { retryAfter: 5 })
}

/** The operator has closed Waymark. `reason`: a sentence for users. */
export function maintenance(reason: string, retryAfter: number): ApiError {
  return new ApiError('maintenance', reason, { retryAfter })
}

/** Maps any error to an answer. */
export function toApiError(error: unknown): ApiError {
  for (const e of withCauses(error)) {
    if (e instanceof ApiError) return e
    const known = knownFailure(e)
    if (known) return known
  }
  return new ApiError(
    'internal',
    'Something went wrong on our side. We have recorded the error. Try again later.',
  )
}

/** Whether a statement took longer than it may. */
export function isTimeout(error: unknown): boolean {
  return withCauses(error).some((e) => codeOf(e) === '57014')
}

/** Wrappers hide the driver's error. */
function withCauses(error: unknown): Error[] {
  const found: Error[] = []
  for (let e = error; e instanceof Error && found.length < 5; e = e.cause) found.push(e)
  return found
}

/** By SQLSTATE. */
const BY_STATE: Record<string, () => ApiError> = {
  '23503': () =>
    new ApiError(
      'not-found',
      'Something that this change refers to no longer exists. Reload the page and try again.',
    ),
  '23505': () =>
    new ApiError(
      'conflict',
      'Someone else made a change at the same time. Reload the page and try again.',
    ),
  // A change in a read-only transaction.
  '25006': moving,
}

function knownFailure(error: Error): ApiError | undefined {
  if (error instanceof Busy) return busy(error.retryAfter)
  const code = codeOf(error)
  if (code.startsWith('FST_') || 'statusCode' in error) return fromFastify(error, code)
  if (OVERLOAD.test(code)) return busy()
  if (code === 'FILES_UNAVAILABLE') return new ApiError('unavailable', NO_FILES, { retryAfter: 5 })
  const known = BY_STATE[code]?.()
  if (known) return known
  return isUnreachable(error, code)
    ? new ApiError('unavailable', UNAVAILABLE, { retryAfter: 1 })
    : undefined
}

function isUnreachable(error: Error, code: string): boolean {
  const isAway = TRANSIENT.test(code) || DRIVER_FAILURE.test(`${code} ${error.message}`)
  return isAway || isNotLetIn(error)
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

const FASTIFY: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too-large', 'The request is too large. Send less data at a time.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported-media-type',
    'The request has the wrong content type. Send JSON as application/json.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid-input', 'The request has no body. Send JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [
    'invalid-input',
    'The request body is not valid JSON. Correct it and try again.',
  ],
  FST_CSRF_INVALID_TOKEN: ['xsrf-refused', 'This page is out of date. Reload it.'],
}

function fromFastify(error: Error, code: string): ApiError | undefined {
  const known = FASTIFY[code]
  if (known) return new ApiError(...known)
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413)
    return new ApiError('too-large', 'The request is too large. Send less data at a time.')
  return status >= 400 && status < 500
    ? new ApiError(
        'invalid-input',
        'The request is not valid. Check it against the API documentation.',
      )
    : undefined
}
