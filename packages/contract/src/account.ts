import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email, Id, NewPassword, Timestamp, text } from './fields.ts'
import { Permission, Role } from './permissions.ts'
import { OwnerProofBody, Password, SecondStep } from './proof.ts'
import { SETTINGS_PAGES } from './settings-page.ts'

/** The specification, section 3. `permissions` is what the roles grant together. */
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
  /** The organisation asks for a second step that this person has not set up yet. */
  mfa_setup_required: z.boolean(),
  /** An address that waits for its confirmation. */
  pending_email: z.string().nullable(),
})
export type User = z.infer<typeof User>

export const ProfileBody = z.strictObject({
  name: text(1, 120),
  organisation_name: text(1, 120).optional(),
})
export type ProfileBody = z.infer<typeof ProfileBody>

/** `was`: as it was read. What somebody else has changed since is kept, or answered with 409 where both changed it. */
export const ProfileChangeBody = ProfileBody.extend({
  was: z.strictObject({ name: z.string(), organisation_name: z.string().optional() }).optional(),
})
export type ProfileChangeBody = z.output<typeof ProfileChangeBody>

export const EmailChangeBody = OwnerProofBody.extend({
  email: Email,
  /** Where the mailed link leads. */
  back_to: z.enum(SETTINGS_PAGES).optional(),
})
export type EmailChangeBody = z.output<typeof EmailChangeBody>

export const PasswordChangeBody = SecondStep.extend({
  current_password: Password,
  password: NewPassword,
})
export type PasswordChangeBody = z.output<typeof PasswordChangeBody>

/** A random code from a mailed link: 256 bits, base64url. */
export const Signature = z.string().regex(/^[\w-]{43}$/, 'Use the whole link from the mail')

const UserAnswer = z.object({ user: User })

export const account = {
  me: endpoint({
    method: 'GET',
    path: '/user',
    access: 'signed-in',
    summary: 'The signed-in person',
    response: UserAnswer,
    beforeTerms: true,
    beforeMfa: true,
  }),
  updateProfile: endpoint({
    method: 'PATCH',
    path: '/user',
    access: 'signed-in',
    summary: 'Change name and organisation name',
    body: ProfileChangeBody,
    response: UserAnswer,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/user/password',
    access: 'signed-in',
    summary: 'Change the password; every other session ends',
    body: PasswordChangeBody,
  }),
  requestEmailChange: endpoint({
    method: 'POST',
    path: '/user/email-change',
    access: 'signed-in',
    summary: 'Ask to change the e-mail address; a link goes to the new one',
    body: EmailChangeBody,
  }),
  confirmEmailChange: endpoint({
    method: 'POST',
    path: '/user/email-change/confirmation',
    access: 'signed-in',
    summary: 'Confirm the new address with the mailed signature',
    body: z.strictObject({ signature: Signature }),
    response: UserAnswer,
  }),
  cancelEmailChange: endpoint({
    method: 'DELETE',
    path: '/user/email-change',
    access: 'signed-in',
    summary: 'Withdraw a change that waits for its confirmation',
  }),
}
