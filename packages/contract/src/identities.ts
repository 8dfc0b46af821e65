import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, Timestamp } from './fields.ts'
import { NeededProof, OwnerProofBody } from './proof.ts'
import { SETTINGS_PAGES } from './settings-page.ts'

export const SignInWay = z.object({
  /** `other`: linked, but nothing signs people in with it on this host (any more). */
  kind: z.enum(['sso', 'salesforce', 'other']),
  name: z.string(),
  /** Of a connection: the e-mail domain that it is for. */
  domain: z.string().nullable(),
  identity: z.object({ id: Id, linked_at: Timestamp }).nullable(),
  can_link: z.boolean(),
})
export type SignInWay = z.infer<typeof SignInWay>

export const SignInWays = z.object({
  password: z.enum(['usable', 'none', 'replaced', 'sso-only']),
  ways: z.array(SignInWay),
  /** What changing how one signs in asks for. */
  proof: NeededProof,
})
export type SignInWays = z.infer<typeof SignInWays>

export const identities = {
  list: endpoint({
    method: 'GET',
    path: '/user/identities',
    access: 'signed-in',
    summary: 'Ways to sign in: what there is, and what is linked',
    response: SignInWays,
  }),
  linkSso: endpoint({
    method: 'POST',
    path: '/user/identities/sso/:domain',
    access: 'signed-in',
    summary: 'Begin to link single sign-on: answers where the browser is to go',
    params: z.strictObject({ domain: z.string().max(253) }),
    body: OwnerProofBody.extend({ back_to: z.enum(SETTINGS_PAGES).optional() }),
    response: z.object({ url: z.string() }),
  }),
  beginSalesforce: endpoint({
    method: 'POST',
    path: '/user/identities/salesforce/nonce',
    access: 'signed-in',
    summary: 'Begin to link Salesforce: a nonce that links and cannot sign in',
    body: OwnerProofBody,
    response: z.object({ nonce: z.string() }),
  }),
  linkSalesforce: endpoint({
    method: 'POST',
    path: '/user/identities/salesforce',
    access: 'signed-in',
    summary: 'Link the person of these tokens (headers Oidc-Authorization, Oidc-access-token)',
  }),
  unlink: endpoint({
    method: 'POST',
    path: '/user/identities/:id/removal',
    access: 'signed-in',
    summary: 'Take a way to sign in away; every other device is signed out',
    params: ById,
    body: OwnerProofBody,
  }),
}
