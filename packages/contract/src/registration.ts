import { z } from 'zod'
import { TokenAnswer } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Email, Id, NewPassword, text } from './fields.ts'

/** Why a mailed link does not work. */
export const LinkFault = z.enum(['INVALID', 'EXPIRED', 'USED', 'REVOKED'])
export type LinkFault = z.infer<typeof LinkFault>

/** The specification, section 5: a link is dead when there is no data or there is an error code. */
export const LinkCheck = z.object({
  data: z.object({ email: z.string() }).nullable(),
  errorCode: LinkFault.nullable(),
})
export type LinkCheck = z.infer<typeof LinkCheck>

/** Any text: what is not one of our signatures is an INVALID one. */
const BySignature = z.strictObject({ signature: z.string() })

export const AddressBody = z.strictObject({ email: Email })
export type AddressBody = z.infer<typeof AddressBody>

/** The e-mail must be the one that the link was sent to. */
export const InviteBody = z.strictObject({
  email: Email,
  name: text(1, 120),
  password: NewPassword,
  terms_id: Id,
})
export type InviteBody = z.infer<typeof InviteBody>

export const RegisterBody = InviteBody.extend({ organisation_name: text(1, 120) })
export type RegisterBody = z.infer<typeof RegisterBody>

export const ResetBody = z.strictObject({ password: NewPassword })
export type ResetBody = z.infer<typeof ResetBody>

export const registration = {
  request: endpoint({
    method: 'POST',
    path: '/register/request',
    access: 'public',
    summary: 'Ask for a link to register; the answer does not tell whether the address is known',
    body: AddressBody,
    cookie: true,
  }),
  checkRequest: endpoint({
    method: 'GET',
    path: '/register/request/:signature',
    access: 'public',
    summary: 'Whether a registration link works; looking does not use it',
    params: BySignature,
    response: LinkCheck,
  }),
  register: endpoint({
    method: 'POST',
    path: '/register/request/:signature',
    access: 'public',
    summary: 'Register with a mailed link, and be signed in',
    params: BySignature,
    body: RegisterBody,
    response: TokenAnswer,
    cookie: true,
  }),
  checkInvite: endpoint({
    method: 'GET',
    path: '/register/invite/:signature',
    access: 'public',
    summary: 'Whether an invitation works; looking does not use it',
    params: BySignature,
    response: LinkCheck,
  }),
  acceptInvite: endpoint({
    method: 'POST',
    path: '/register/invite/:signature',
    access: 'public',
    summary: 'Accept an invitation, and be signed in',
    params: BySignature,
    body: InviteBody,
    response: TokenAnswer,
    cookie: true,
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/forgot-password',
    access: 'public',
    summary:
      'Ask for a link to a new password; the answer does not tell whether the address is known',
    body: AddressBody,
    cookie: true,
  }),
  checkReset: endpoint({
    method: 'GET',
    path: '/forgot-password/:signature',
    access: 'public',
    summary: 'Whether a link to a new password works; looking does not use it',
    params: BySignature,
    response: LinkCheck,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/forgot-password/:signature',
    access: 'public',
    summary: 'Set a new password with a mailed link; every session ends',
    params: BySignature,
    body: ResetBody,
    cookie: true,
  }),
}
