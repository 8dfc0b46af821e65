import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email, Id, NewPassword, Timestamp, line } from './fields.ts'
import { Permission, Role } from './permissions.ts'
import { OwnerConfirmationBody, Password, EitherCode } from './confirm-owner.ts'
import { MailPreferences } from './mail-preferences.ts'
import { SETTINGS_PAGES } from './settings-page.ts'

/** The signed-in user. `permissions` combines all roles. */
export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  is_active: z.boolean(),
  tc_accepted: z.boolean(),
  expired: z.boolean(),
  profile: z.object({ organisation_name: z.string().nullable() }),
  domains: z.array(z.string()),
  tenant: z.object({ id: Id, name: z.string(), is_public: z.boolean() }),
  roles: z.array(z.object({ name: Role })),
  permissions: z.array(Permission),
  auditor: z.object({ organisations: z.array(Id) }).nullable(),
  has_certifications_this_year: z.boolean(),
  salesforce_id: z.string().nullable(),
  last_login_at: Timestamp.nullable(),
  mfaEnabled: z.boolean(),
  /** The organisation requires two-step verification and this user hasn't set it up. */
  mfa_setup_required: z.boolean(),
  /** A new address that is not confirmed yet. */
  pending_email: z.string().nullable(),
})
export type User = z.infer<typeof User>

export const ProfileBody = z.strictObject({
  name: line(1, 120),
  organisation_name: line(1, 120).optional(),
})
export type ProfileBody = z.infer<typeof ProfileBody>

/** `was` holds the values that were read. Fields that someone else changed are kept; 409 if both changed one. */
export const ProfileChangeBody = ProfileBody.extend({
  was: z.strictObject({ name: z.string(), organisation_name: z.string().optional() }).optional(),
})
export type ProfileChangeBody = z.output<typeof ProfileChangeBody>

/** How a user likes to work, on all their devices. */
export const Preferences = z.strictObject({
  /** While answering, the next statement appears after choosing where you are now. */
  moves_on: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>

export const EmailChangeBody = OwnerConfirmationBody.extend({
  email: Email,
  /** The page that the mailed link opens. */
  back_to: z.enum(SETTINGS_PAGES).optional(),
})
export type EmailChangeBody = z.output<typeof EmailChangeBody>

export const PasswordChangeBody = EitherCode.extend({
  current_password: Password,
  password: NewPassword,
})
export type PasswordChangeBody = z.output<typeof PasswordChangeBody>

/** A random code from a mailed link: 256 bits, base64url. */
export const Signature = z
  .string()
  .regex(/^[\w-]{43}$/, 'This link is incomplete. Open the full link from the email.')

const UserAnswer = z.object({ user: User })

export const account = {
  me: endpoint({
    method: 'GET',
    path: '/user',
    access: 'signed-in',
    summary: 'Get the signed-in user',
    response: UserAnswer,
    beforeTerms: true,
    beforeMfa: true,
  }),
  updateProfile: endpoint({
    method: 'PATCH',
    path: '/user',
    access: 'signed-in',
    summary: 'Change your name and organisation name',
    body: ProfileChangeBody,
    response: UserAnswer,
  }),
  preferences: endpoint({
    method: 'GET',
    path: '/user/preferences',
    access: 'signed-in',
    summary: 'Get your preferences',
    response: Preferences,
  }),
  changePreferences: endpoint({
    method: 'PATCH',
    path: '/user/preferences',
    access: 'signed-in',
    summary: 'Change your preferences',
    body: Preferences,
    response: Preferences,
  }),
  mails: endpoint({
    method: 'GET',
    path: '/user/mails',
    access: 'signed-in',
    summary: 'Get your choice of optional emails',
    response: MailPreferences,
  }),
  chooseMails: endpoint({
    method: 'PUT',
    path: '/user/mails',
    access: 'signed-in',
    summary: 'Choose which optional emails you want',
    body: MailPreferences,
    response: MailPreferences,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/user/password',
    access: 'signed-in',
    summary: 'Change your password and end all your other sessions',
    body: PasswordChangeBody,
  }),
  requestEmailChange: endpoint({
    method: 'POST',
    path: '/user/email-change',
    access: 'signed-in',
    summary:
      'Start changing your email address. A link to confirm the change is sent to the new address',
    body: EmailChangeBody,
  }),
  confirmEmailChange: endpoint({
    method: 'POST',
    path: '/user/email-change/confirmation',
    access: 'signed-in',
    summary: 'Confirm a new email address with the signature from the email',
    body: z.strictObject({ signature: Signature }),
    response: UserAnswer,
  }),
  cancelEmailChange: endpoint({
    method: 'DELETE',
    path: '/user/email-change',
    access: 'signed-in',
    summary: 'Cancel a requested email change',
  }),
}
