import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, Timestamp, text } from './fields.ts'
import { SearchText, listAnswer, listText } from './list.ts'
import { Role } from './permissions.ts'

/** Somebody of the platform: a god-admin or an auditor. */
export const AdminUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  roles: z.array(Role),
  is_active: z.boolean(),
  mfaEnabled: z.boolean(),
  last_login_at: Timestamp.nullable(),
  /** What an auditor is assigned to. */
  organisations: z.array(z.object({ id: Id, name: z.string() })),
  version: z.int(),
})
export type AdminUser = z.infer<typeof AdminUser>

/** The specification, section 2: the search of `/admin/admin-users`. */
export const AdminUserListQuery = z.strictObject({
  name: SearchText,
  email: SearchText,
  roles: listText(Role).optional(),
})
export type AdminUserListQuery = z.output<typeof AdminUserListQuery>

export const AccessBody = z.strictObject({
  name: text(1, 120),
  /** Whoever is neither has nothing to do on the platform. */
  roles: z
    .array(Role)
    .min(1, 'Choose a role')
    .refine(
      (roles) => roles.includes('god-admin') || roles.includes('auditor'),
      'Choose god-admin or auditor',
    ),
  is_active: z.boolean(),
  organisations: z.array(Id).max(10_000),
  version: z.int().positive(),
  /** Whoever gives up the own god-admin role, or deactivates oneself, says so. */
  confirms_own_loss: z.boolean().optional(),
})
export type AccessBody = z.infer<typeof AccessBody>

export const adminUsers = {
  list: endpoint({
    method: 'GET',
    path: '/admin-users',
    access: 'god-level',
    summary: 'The people of the platform',
    query: AdminUserListQuery,
    response: listAnswer(AdminUser),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin-users/:id',
    access: 'god-level',
    summary: 'One person of the platform',
    params: ById,
    response: AdminUser,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/admin-users/:id',
    access: 'god-level',
    summary: 'Change what a person of the platform is called, may do and is assigned to',
    params: ById,
    body: AccessBody,
    response: AdminUser,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin-users/:id',
    access: 'god-level',
    summary: 'Remove a person from the platform',
    params: ById,
  }),
}
