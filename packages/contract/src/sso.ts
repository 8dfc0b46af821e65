import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** An e-mail domain in lower case. */
export const SsoDomain = z
  .string()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Use a domain such as example.org')

/** Names of ways to sign in at a provider: `acr` values, which are sent with spaces between them, or AuthnContextClassRef. */
export const RequiredContexts = z
  .array(z.string().regex(/^[!-~]{1,300}$/, 'Use names without spaces, such as phrh'))
  .max(20)

/** Why a single sign-on came to nothing; each has a sentence of its own on the screen. */
export const SsoFailureReason = z.enum([
  'unknown-domain',
  'unavailable',
  'cancelled',
  'rejected',
  'too-weak',
  'expired',
  'no-account',
  'inactive',
  'linked-elsewhere',
  'too-many',
  'failed',
])
export type SsoFailureReason = z.infer<typeof SsoFailureReason>

// Browsers bring it: whatever is not one ends on a screen and in the audit log, not as raw JSON.
const Given = z.string().max(200).catch('')
const ByDomain = z.strictObject({ domain: z.string().max(253) })
const Returned = z.looseObject({ state: z.string().max(200).optional() })

export const sso = {
  connections: endpoint({
    method: 'GET',
    path: '/auth/sso/connections',
    access: 'public',
    summary: 'Domains whose people can sign in with their own organisation',
    response: z.object({
      connections: z.array(z.object({ domain: z.string(), name: z.string() })),
    }),
  }),
  start: endpoint({
    method: 'GET',
    path: '/auth/sso/:domain/start',
    access: 'public',
    summary: 'Go to the identity provider of a domain',
    params: ByDomain,
    query: z.strictObject({ redirect: z.string().max(2000).optional() }),
    redirect: true,
  }),
  callback: endpoint({
    method: 'GET',
    path: '/auth/sso/callback',
    access: 'public',
    summary: 'Where an OpenID provider of an older connection sends people back to',
    query: Returned,
    redirect: true,
    foreign: true,
  }),
  ownCallback: endpoint({
    method: 'GET',
    path: '/auth/sso/:domain/callback',
    access: 'public',
    summary: 'Where the OpenID provider of a domain sends people back to',
    params: ByDomain,
    query: Returned,
    redirect: true,
    foreign: true,
  }),
  acs: endpoint({
    method: 'POST',
    path: '/auth/sso/acs',
    access: 'public',
    summary: 'Where a SAML provider sends people back to',
    body: z.looseObject({
      SAMLResponse: z.string().catch(''),
      RelayState: Given,
    }),
    redirect: true,
    foreign: true,
  }),
  finish: endpoint({
    method: 'GET',
    path: '/auth/sso/finish',
    access: 'public',
    summary: 'The end of a SAML sign-in, in the browser that began it',
    query: z.looseObject({ id: Given }),
    redirect: true,
  }),
  handoffStart: endpoint({
    method: 'GET',
    path: '/auth/handoff/start',
    access: 'public',
    summary: 'Begin to take over a sign-in from another organisation’s host',
    query: z.looseObject({ h: Given }),
    redirect: true,
  }),
  handoffApprove: endpoint({
    method: 'GET',
    path: '/auth/handoff/approve',
    access: 'public',
    summary: 'Let the browser that signed in here go on at the other host',
    query: z.looseObject({ h: Given, c: Given }),
    redirect: true,
  }),
  handoffFinish: endpoint({
    method: 'GET',
    path: '/auth/handoff/finish',
    access: 'public',
    summary: 'Finish a sign-in that began at another organisation’s host',
    query: z.looseObject({ code: Given }),
    redirect: true,
  }),
}
