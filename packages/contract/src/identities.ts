import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, Timestamp } from './fields.ts'
import { RequiredConfirmation, OwnerConfirmationBody } from './confirm-owner.ts'
import { SETTINGS_PAGES } from './settings-page.ts'

export const SignInMethod = z.object({
  /** `other`: linked, but not offered on this host. */
  kind: z.enum(['sso', 'salesforce', 'other']),
  name: z.string(),
  /** The email domain of a connection. */
  domain: z.string().nullable(),
  identity: z.object({ id: Id, linked_at: Timestamp }).nullable(),
  can_link: z.boolean(),
})
export type SignInMethod = z.infer<typeof SignInMethod>

export const SignInMethods = z.object({
  password: z.enum(['usable', 'none', 'replaced', 'sso-only']),
  methods: z.array(SignInMethod),
  /** What you have to confirm to change sign-in methods. */
  confirmation: RequiredConfirmation,
})
export type SignInMethods = z.infer<typeof SignInMethods>

export const identities = {
  list: endpoint({
    method: 'GET',
    path: '/user/identities',
    access: 'signed-in',
    summary: 'List your sign-in methods and whether each one is linked',
    response: SignInMethods,
  }),
  linkSso: endpoint({
    method: 'POST',
    path: '/user/identities/sso/:domain',
    access: 'signed-in',
    summary: 'Start linking single sign-on and get the address to open',
    params: z.strictObject({ domain: z.string().max(253) }),
    body: OwnerConfirmationBody.extend({ back_to: z.enum(SETTINGS_PAGES).optional() }),
    response: z.object({ url: z.string() }),
  }),
  startSalesforce: endpoint({
    method: 'POST',
    path: '/user/identities/salesforce/nonce',
    access: 'signed-in',
    summary: 'Create a nonce for linking your Salesforce account, not for signing in',
    body: OwnerConfirmationBody,
    response: z.object({ nonce: z.string() }),
  }),
  linkSalesforce: endpoint({
    method: 'POST',
    path: '/user/identities/salesforce',
    access: 'signed-in',
    summary:
      'Link a Salesforce account with the tokens in the headers Oidc-Authorization and Oidc-access-token',
  }),
  unlink: endpoint({
    method: 'POST',
    path: '/user/identities/:id/removal',
    access: 'signed-in',
    summary: 'Remove a sign-in method and end all your other sessions',
    params: ById,
    body: OwnerConfirmationBody,
  }),
}
