import { z } from 'zod'
import { TokenAnswer } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { ById } from './fields.ts'
import { MfaCode, Password, SecondStep } from './proof.ts'

const ONE = 'Enter a code from your app or a recovery code, not both'
const hasOne = ({ code, recovery_code }: { code?: unknown; recovery_code?: unknown }) =>
  (code === undefined) !== (recovery_code === undefined)

export const MfaBody = SecondStep.refine(hasOne, { path: ['code'], message: ONE })
export type MfaBody = z.output<typeof MfaBody>

/** What turning off and new recovery codes ask for: both factors. */
export const MfaProofBody = SecondStep.extend({ password: Password }).refine(hasOne, {
  path: ['code'],
  message: ONE,
})
export type MfaProofBody = z.output<typeof MfaProofBody>

export const MfaPasswordBody = z.strictObject({ password: Password })
export const MfaCodeBody = z.strictObject({ code: MfaCode })

export const MfaStatus = z.object({
  is_enabled: z.boolean(),
  /** The organisation asks for it of everybody who signs in with a password. */
  is_required: z.boolean(),
  recovery_codes_left: z.int(),
  /** Single sign-on brings its own second step. */
  method: z.enum(['password', 'sso']),
})
export type MfaStatus = z.infer<typeof MfaStatus>

export const MfaSecret = z.object({
  /** Base32, for typing into an app by hand. */
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
    summary: 'The second step of signing in: a code from the app or a recovery code',
    body: MfaBody,
    response: TokenAnswer,
    cookie: true,
  }),
  status: endpoint({
    method: 'GET',
    path: '/mfa',
    access: 'signed-in',
    summary: 'Whether two-step sign-in is on',
    response: MfaStatus,
    beforeMfa: true,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/mfa/setup',
    access: 'signed-in',
    summary: 'A new secret for an authenticator app; nothing is on until a code confirms it',
    body: MfaPasswordBody,
    response: MfaSecret,
    beforeMfa: true,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/mfa/setup/confirmation',
    access: 'signed-in',
    summary: 'Turn two-step sign-in on; answers the recovery codes, once',
    body: MfaCodeBody,
    response: RecoveryCodes,
    beforeMfa: true,
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/mfa/recovery-codes',
    access: 'signed-in',
    summary: 'New recovery codes; the earlier ones stop working',
    body: MfaProofBody,
    response: RecoveryCodes,
  }),
  disable: endpoint({
    method: 'POST',
    path: '/mfa/removal',
    access: 'signed-in',
    summary: 'Turn two-step sign-in off',
    body: MfaProofBody,
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/users/:id/mfa',
    access: 'create-users',
    summary: "Turn a person's two-step sign-in off, for a lost device; the person is signed out",
    params: ById,
  }),
}
