import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, IdText } from './fields.ts'
import { SearchText, listAnswer, listText, sortText } from './list.ts'

export const SignInMode = z.enum(['credentials', 'sso', 'combined'])
export type SignInMode = z.infer<typeof SignInMode>

/** What a visitor of a host may know of its organisation. */
export const HostTenant = z.object({
  name: z.string(),
  domain: z.string(),
  is_public: z.boolean(),
  /** The admin host: holds god-admins and auditors. */
  is_platform: z.boolean(),
  sign_in_mode: SignInMode,
  logo_url: z.string().nullable(),
  /** The current year in the tenant's time zone: the default of every year parameter. */
  year: z.int(),
})
export type HostTenant = z.infer<typeof HostTenant>

export const Customer = z.object({
  id: Id,
  name: z.string(),
  domain: z.string(),
  is_public: z.boolean(),
  status: z.enum(['active', 'suspended']),
  auditor: z.array(z.object({ id: Id, name: z.string() })),
  users: z.int(),
  assessments_in_progress: z.int(),
  assessments_completed: z.int(),
})
export type Customer = z.infer<typeof Customer>

/** The specification, section 2: the search of `/admin/applications`. */
export const CustomerListQuery = z.strictObject({
  name: SearchText,
  auditor: listText(IdText).optional(),
  sort: sortText(['domain', 'name'], 'name.asc'),
})
export type CustomerListQuery = z.output<typeof CustomerListQuery>

export const tenants = {
  current: endpoint({
    method: 'GET',
    path: '/tenant',
    access: 'public',
    summary: 'The organisation of this host',
    response: HostTenant,
  }),
  stylesheet: endpoint({
    method: 'GET',
    path: '/tenant/brand.css',
    access: 'public',
    summary: "The organisation's colours as a stylesheet",
    file: 'text/css',
  }),
  logo: endpoint({
    method: 'GET',
    path: '/tenant/logo',
    access: 'public',
    summary: "The organisation's logo",
    file: 'image/png',
  }),
  list: endpoint({
    method: 'GET',
    path: '/customers',
    access: 'access-to-admin-area',
    summary:
      'The organisations in view: all for god-admins, the assigned for auditors, the own for admins',
    query: CustomerListQuery,
    response: listAnswer(Customer).extend({ year: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/customers/:id',
    access: 'access-to-admin-area',
    summary: 'One organisation',
    params: ById,
    response: Customer,
  }),
}
