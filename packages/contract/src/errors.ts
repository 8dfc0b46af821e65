import { z } from 'zod'

/** Every error code with its status. Programs use the code, users read the message. */
export const errorStatus = {
  'invalid-input': 400,
  'tenant-mismatch': 400,
  'origin-refused': 403,
  'xsrf-refused': 403,
  'signed-out': 401,
  'login-failed': 401,
  'token-reused': 401,
  'oidc-refused': 401,
  forbidden: 403,
  'organisation-suspended': 403,
  'terms-not-accepted': 403,
  'mfa-setup-required': 403,
  'account-inactive': 403,
  'unknown-host': 404,
  'not-found': 404,
  'too-slow': 408,
  conflict: 409,
  'element-incomplete': 409,
  'element-complete': 409,
  'content-incomplete': 409,
  'assessment-closed': 409,
  'not-assigned': 409,
  'submission-incomplete': 409,
  'review-incomplete': 409,
  'band-missed': 409,
  'report-altered': 409,
  'quota-full': 409,
  'email-taken': 409,
  'oidc-not-linked': 409,
  'oidc-misconfigured': 409,
  'identity-taken': 409,
  'last-way-in': 409,
  'last-god-admin': 409,
  'mfa-required': 409,
  'sign-in-too-old': 409,
  'proof-needed': 409,
  'password-wrong': 409,
  'code-wrong': 409,
  'signature-invalid': 410,
  'too-large': 413,
  'unsupported-media-type': 415,
  'range-refused': 416,
  'too-many-requests': 429,
  internal: 500,
  stopping: 502,
  busy: 503,
  moving: 503,
  maintenance: 503,
  unavailable: 503,
  'list-too-slow': 503,
  'takes-too-long': 503,
} as const

export type ErrorCode = keyof typeof errorStatus

export const errorCodes = Object.keys(errorStatus) as ErrorCode[]

/** The body of every failed call. `fields` maps a field's path to what is expected. */
export const ApiErrorBody = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  request_id: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Depends on the code: for `conflict` the current value, for incomplete input what is missing, for `proof-needed` what to confirm. */
  details: z.unknown().optional(),
})
export type ApiErrorBody = z.infer<typeof ApiErrorBody>

/** `details` of `code-wrong`, if attempts are counted. */
export interface AttemptsLeft {
  attempts_left: number
}

/** `details` of `organisation-suspended`. */
export interface Suspended {
  name: string
  domain: string
  support_email: string | null
  /** When all its data is deleted, if it is being removed. */
  removal_at: string | null
}
