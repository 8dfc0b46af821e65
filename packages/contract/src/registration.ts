import { z } from 'zod'
import { TokenResponse } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Email, Id, NewPassword, line } from './fields.ts'

/** Why a mailed link doesn't work. */
export const LinkFault = z.enum(['INVALID', 'EXPIRED', 'USED', 'REVOKED'])
export type LinkFault = z.infer<typeof LinkFault>

/** A link is dead without data or with an error code. */
export const LinkCheck = z.object({
  data: z.object({ email: z.string() }).nullable(),
  errorCode: LinkFault.nullable(),
})
export type LinkCheck = z.infer<typeof LinkCheck>

/** Accepts any text. Unknown signatures are INVALID. */
const BySignature = z.strictObject({ signature: z.string() })

export const AddressBody = z.strictObject({ email: Email })
export type AddressBody = z.infer<typeof AddressBody>

/** Has to be the address that the link was sent to. */
export const InviteBody = z.strictObject({
  email: Email,
  name: line(1, 120),
  password: NewPassword,
  terms_id: Id,
})
export type InviteBody = z.infer<typeof InviteBody>

export const RegisterBody = InviteBody.extend({ organisation_name: line(1, 120) })
export type RegisterBody = z.infer<typeof RegisterBody>

export const ResetBody = z.strictObject({ password: NewPassword })
export type ResetBody = z.infer<typeof ResetBody>

export const registration = {
  request: endpoint({
    method: 'POST',
    path: '/register/request',
    access: 'public',
    summary: 'Email a link to register, without revealing whether the address has an account',
    body: AddressBody,
    cookie: true,
  }),
  checkRequest: endpoint({
    method: 'GET',
    path: '/register/request/:signature',
    access: 'public',
    summary: 'Check whether a registration link is valid, without using it',
    params: BySignature,
    response: LinkCheck,
  }),
  register: endpoint({
    method: 'POST',
    path: '/register/request/:signature',
    access: 'public',
    summary: 'Register with an emailed link and sign in',
    params: BySignature,
    body: RegisterBody,
    response: TokenResponse,
    cookie: true,
  }),
  checkInvite: endpoint({
    method: 'GET',
    path: '/register/invite/:signature',
    access: 'public',
    summary: 'Check whether an invitation is valid, without using it',
    params: BySignature,
    response: LinkCheck,
  }),
  acceptInvite: endpoint({
    method: 'POST',
    path: '/register/invite/:signature',
    access: 'public',
    summary: 'Accept an invitation and sign in',
    params: BySignature,
    body: InviteBody,
    response: TokenResponse,
    cookie: true,
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/forgot-password',
    access: 'public',
    summary:
      'Email a link to set a new password, without revealing whether the address has an account',
    body: AddressBody,
    cookie: true,
  }),
  checkReset: endpoint({
    method: 'GET',
    path: '/forgot-password/:signature',
    access: 'public',
    summary: 'Check whether a password link is valid, without using it',
    params: BySignature,
    response: LinkCheck,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/forgot-password/:signature',
    access: 'public',
    summary: 'Set a new password with an emailed link and end all sessions',
    params: BySignature,
    body: ResetBody,
    cookie: true,
  }),
}
