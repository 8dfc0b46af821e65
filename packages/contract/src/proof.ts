import { z } from 'zod'

export const Password = z
  .string()
  .min(1, 'Enter your password')
  .max(128, 'Use at most 128 characters')

/** Six digits from an authenticator app; people type and paste spaces between them. */
export const MfaCode = z
  .string()
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6 digits that your app shows'))

/** Twelve letters and figures, shown in groups of four; case, spaces and hyphens do not matter. */
export const RecoveryCode = z
  .string()
  .max(40, 'Enter one of your recovery codes, for example h4kw-9tmq-x7de')
  .transform((typed) => typed.replace(/[\s-]/g, '').toLowerCase())
  .pipe(
    z
      .string()
      .regex(/^[a-z0-9]{12}$/, 'Enter one of your recovery codes, for example h4kw-9tmq-x7de'),
  )

/** A code of the app or a recovery code. */
export const SecondStep = z.strictObject({
  code: MfaCode.optional(),
  recovery_code: RecoveryCode.optional(),
})

/** What the owner shows before the way in changes; which of it is needed `NeededProof` says. */
export const OwnerProofBody = SecondStep.extend({ password: Password.optional() })
export type OwnerProofBody = z.output<typeof OwnerProofBody>

/** All that signing in took. After single sign-on nothing, unless that was more than ten minutes ago. */
export const NeededProof = z.enum(['password', 'password-and-code', 'nothing', 'too-old'])
export type NeededProof = z.infer<typeof NeededProof>
