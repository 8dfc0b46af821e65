import { z } from 'zod'

export const Password = z
  .string()
  .min(1, 'Enter your password')
  .max(128, 'Use at most 128 characters')

/** Six digits from an authenticator app, which may be typed with spaces. */
export const MfaCode = z
  .string()
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6 digits that your app shows'))

/** Twelve letters and digits in groups of four. Case, spaces and hyphens don't matter. */
export const RecoveryCode = z
  .string()
  .max(40, 'Enter one of your recovery codes, for example h4kw-9tmq-x7de')
  .transform((typed) => typed.replace(/[\s-]/g, '').toLowerCase())
  .pipe(
    z
      .string()
      .regex(/^[a-z0-9]{12}$/, 'Enter one of your recovery codes, for example h4kw-9tmq-x7de'),
  )

/** A verification code or a recovery code. */
export const EitherCode = z.strictObject({
  code: MfaCode.optional(),
  recovery_code: RecoveryCode.optional(),
})

/** Confirms that it's you. `RequiredConfirmation` says which fields are needed. */
export const OwnerConfirmationBody = EitherCode.extend({ password: Password.optional() })
export type OwnerConfirmationBody = z.output<typeof OwnerConfirmationBody>

/** The same as for signing in. After single sign-on nothing, unless the sign-in is more than ten minutes old. */
export const RequiredConfirmation = z.enum(['password', 'password-and-code', 'nothing', 'too-old'])
export type RequiredConfirmation = z.infer<typeof RequiredConfirmation>
