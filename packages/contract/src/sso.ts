import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exact } from './fields.ts'

/** An email domain in lower case. */
export const SsoDomain = exact(253)
  .toLowerCase()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Use a domain such as example.org')

const PLAIN = 'Use plain letters, numbers and symbols without spaces, such as phrh'

/** Authentication methods of a provider: `acr` values, or AuthnContextClassRef. */
export const RequiredContexts = z
  .array(
    z
      .string()
      .max(300, 'Use at most 300 characters')
      .regex(/^[!-~]+$/, PLAIN),
  )
  .max(20)

/** What happens to the sessions of single sign-on when it ends; by default they end too. */
export const MadeSessions = z.enum(['end', 'keep']).optional()

/** Why single sign-on failed. The page has a sentence for each. */
const SsoFailureReason = z.enum([
  'unknown-domain',
  'unavailable',
  'unreachable',
  'cancelled',
  'refused',
  'rejected',
  'misconfigured',
  'too-weak',
  'expired',
  'changed',
  'no-email',
  'other-domain',
  'unverified',
  'link-by-hand',
  'no-account',
  'inactive',
  'linked-elsewhere',
  'too-many',
  'failed',
])
export type SsoFailureReason = z.infer<typeof SsoFailureReason>

// Opened by a browser, so an invalid value has to show a page instead of raw JSON.
const Given = z.string().max(200).catch('')
const ByDomain = z.strictObject({ domain: z.string() })
const Returned = z.looseObject({ state: Given.optional() })

export const sso = {
  connections: endpoint({
    method: 'GET',
    path: '/auth/sso/connections',
    access: 'public',
    summary:
      'List the sign-in methods other than passwords: email domains with single sign-on, and Salesforce',
    response: z.object({
      connections: z.array(z.object({ domain: z.string(), name: z.string() })),
      has_salesforce: z.boolean(),
    }),
  }),
  start: endpoint({
    method: 'GET',
    path: '/auth/sso/:domain/start',
    access: 'public',
    summary: 'Redirect to a domain’s identity provider',
    params: ByDomain,
    query: z.looseObject({
      /** A page whose address is too long is left out. */
      redirect: z.string().max(2000).optional().catch(undefined),
      /** The provider started, with a response that we did not request. */
      unsolicited: z.literal('1').optional().catch(undefined),
    }),
    redirect: true,
  }),
  callback: endpoint({
    method: 'GET',
    path: '/auth/sso/callback',
    access: 'public',
    summary: 'Receive the response of an OpenID provider, for older connections',
    query: Returned,
    redirect: true,
    foreign: true,
  }),
  ownCallback: endpoint({
    method: 'GET',
    path: '/auth/sso/:domain/callback',
    access: 'public',
    summary: 'Receive the response of a domain’s OpenID provider',
    params: ByDomain,
    query: Returned,
    redirect: true,
    foreign: true,
  }),
  acs: endpoint({
    method: 'POST',
    path: '/auth/sso/acs',
    access: 'public',
    summary: 'Receive the response of a SAML provider',
    body: z.looseObject({
      SAMLResponse: z.string().catch(''),
      RelayState: Given,
    }),
    redirect: true,
    foreign: true,
  }),
  acsByAddress: endpoint({
    method: 'GET',
    path: '/auth/sso/acs',
    access: 'public',
    summary:
      'Refuse a SAML response that arrives in the address (HTTP-Redirect), and say what to change',
    query: z.looseObject({}),
    redirect: true,
    foreign: true,
  }),
  finish: endpoint({
    method: 'GET',
    path: '/auth/sso/finish',
    access: 'public',
    summary: 'Finish signing in with SAML in the same browser',
    query: z.looseObject({ id: Given }),
    redirect: true,
  }),
  handoverStart: endpoint({
    method: 'GET',
    path: '/auth/handover/start',
    access: 'public',
    summary: 'Continue a sign-in that started on another organisation’s host',
    query: z.looseObject({ h: Given }),
    redirect: true,
  }),
  handoverApprove: endpoint({
    method: 'GET',
    path: '/auth/handover/approve',
    access: 'public',
    summary: 'Redirect a signed-in user with a one-time code to the host of their own organisation',
    query: z.looseObject({ h: Given, c: Given }),
    redirect: true,
  }),
  handoverFinish: endpoint({
    method: 'GET',
    path: '/auth/handover/finish',
    access: 'public',
    summary: 'Finish a sign-in that started on another organisation’s host',
    query: z.looseObject({ code: Given }),
    redirect: true,
  }),
}
