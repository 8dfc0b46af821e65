import { SESSION_METHODS } from './enumerations.ts'
import { z } from 'zod'
import { TokenResponse } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { ById } from './fields.ts'
import { MfaCode, Password, EitherCode } from './confirm-owner.ts'

const ONE = 'Enter a code from your app or a recovery code, not both'
const hasOne = ({ code, recovery_code }: { code?: unknown; recovery_code?: unknown }) =>
  (code === undefined) !== (recovery_code === undefined)

export const MfaBody = EitherCode.refine(hasOne, { path: ['code'], message: ONE })
export type MfaBody = z.output<typeof MfaBody>

/** Turning it off and creating recovery codes require both factors. */
export const MfaConfirmationBody = EitherCode.extend({ password: Password }).refine(hasOne, {
  path: ['code'],
  message: ONE,
})
export type MfaConfirmationBody = z.output<typeof MfaConfirmationBody>

export const MfaPasswordBody = z.strictObject({ password: Password })
export const MfaCodeBody = z.strictObject({ code: MfaCode })

export const MfaStatus = z.object({
  is_enabled: z.boolean(),
  /** The organisation requires it for password sign-in. */
  is_required: z.boolean(),
  recovery_codes_left: z.int(),
  /** Single sign-on handles verification itself. */
  method: z.enum(SESSION_METHODS),
})
export type MfaStatus = z.infer<typeof MfaStatus>

export const MfaSecret = z.object({
  /** Base32, for typing into an app. */
  secret: z.string(),
  /** `otpauth://…`, for the QR code. */
  uri: z.string(),
})
export type MfaSecret = z.infer<typeof MfaSecret>

export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const mfa = {
  verify: endpoint({
    method: 'POST',
    path: '/mfa',
    access: 'mfa',
    summary: 'Finish signing in with a verification code or a recovery code',
    body: MfaBody,
    response: TokenResponse,
    cookie: true,
  }),
  status: endpoint({
    method: 'GET',
    path: '/mfa',
    access: 'signed-in',
    summary: 'Check whether two-step verification is on',
    response: MfaStatus,
    beforeMfa: true,
  }),
  start: endpoint({
    method: 'POST',
    path: '/mfa/setup',
    access: 'signed-in',
    summary: 'Start turning on two-step verification with a secret for an authenticator app',
    body: MfaPasswordBody,
    response: MfaSecret,
    beforeMfa: true,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/mfa/setup/confirmation',
    access: 'signed-in',
    summary:
      'Turn on two-step verification. The response has the recovery codes, which are shown only once',
    body: MfaCodeBody,
    response: RecoveryCodes,
    beforeMfa: true,
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/mfa/recovery-codes',
    access: 'signed-in',
    summary: 'Create new recovery codes, which replace the earlier ones',
    body: MfaConfirmationBody,
    response: RecoveryCodes,
  }),
  disable: endpoint({
    method: 'POST',
    path: '/mfa/removal',
    access: 'signed-in',
    summary: 'Turn off two-step verification',
    body: MfaConfirmationBody,
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/users/:id/mfa',
    access: 'create-users',
    summary: 'Reset a user’s two-step verification after a lost device and sign the user out',
    params: ById,
  }),
}
