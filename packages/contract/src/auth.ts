import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Email, Id, Timestamp } from './fields.ts'
import { RequiredConfirmation, OwnerConfirmationBody } from './confirm-owner.ts'

export const LoginBody = z.strictObject({
  email: Email,
  password: z.string().min(1, 'Enter your password').max(128, 'Use at most 128 characters'),
})
export type LoginBody = z.infer<typeof LoginBody>

/** The login token response. */
export const TokenResponse = z.object({ token: z.string() })

/** Before two-step verification there is no session, only the right to verify. */
export const LoginResponse = z.union([TokenResponse, z.object({ mfa_token: z.string() })])
export type LoginResponse = z.infer<typeof LoginResponse>

export const Session = z.object({
  id: Id,
  device: z.string(),
  /** Of the last use. Null for sessions that are older than version 0.3. */
  address: z.string().nullable(),
  created_at: Timestamp,
  last_used_at: Timestamp,
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** `details` of `proof-needed`: what the dialog asks for. */
export const ConfirmationDetails = z.object({
  needs: RequiredConfirmation.extract(['password', 'password-and-code']),
})
export type ConfirmationDetails = z.infer<typeof ConfirmationDetails>

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/login',
    access: 'public',
    summary: 'Sign in with email and password',
    body: LoginBody,
    response: LoginResponse,
    cookie: true,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/refresh-token',
    notForClient: true,
    access: 'public',
    summary: 'Exchange the refresh cookie for a new access token',
    response: TokenResponse,
    cookie: true,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    notForClient: true,
    access: 'public',
    summary: 'End this session',
    cookie: true,
  }),
  confirmOwner: endpoint({
    method: 'POST',
    path: '/user/confirmation',
    access: 'signed-in',
    summary:
      'Confirm it’s you before a protected change or download, if you signed in over ten minutes ago',
    body: OwnerConfirmationBody,
    beforeTerms: true,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/sessions',
    access: 'signed-in',
    summary: 'List your sessions',
    response: z.object({ sessions: z.array(Session) }),
    beforeTerms: true,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/sessions/:id',
    access: 'signed-in',
    summary: 'End another of your sessions',
    params: ById,
    beforeTerms: true,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/sessions',
    access: 'signed-in',
    summary: 'End all your other sessions',
    response: z.object({ ended: z.int() }),
    beforeTerms: true,
  }),
  endAllSessions: endpoint({
    method: 'POST',
    path: '/user/sessions/removal',
    access: 'signed-in',
    summary: 'End all your sessions, including this one',
    beforeTerms: true,
  }),
}
