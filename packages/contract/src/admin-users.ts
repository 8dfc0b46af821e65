import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, Timestamp, line } from './fields.ts'
import { SearchText, listResponse, listText } from './list.ts'
import { Role } from './permissions.ts'
import { hasPlatformRole } from './roles.ts'

/** A user of the platform: a god-admin or an auditor. */
export const AdminUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  roles: z.array(Role),
  is_active: z.boolean(),
  mfaEnabled: z.boolean(),
  last_login_at: Timestamp.nullable(),
  /** The organisations assigned to an auditor. */
  organisations: z.array(z.object({ id: Id, name: z.string() })),
  version: z.int(),
})
export type AdminUser = z.infer<typeof AdminUser>

/** The search of `/admin/admin-users`. */
export const AdminUserListQuery = z.strictObject({
  name: SearchText,
  email: SearchText,
  roles: listText(Role).optional(),
})
export type AdminUserListQuery = z.output<typeof AdminUserListQuery>

export const AccessBody = z.strictObject({
  name: line(1, 120),
  /** Every platform user is one of these. */
  roles: z
    .array(Role)
    .min(1, 'Choose a role')
    .refine(hasPlatformRole, 'Choose god-admin or auditor'),
  is_active: z.boolean(),
  organisations: z.array(Id).max(10_000),
  version: z.int().positive(),
  /** Confirms giving up your own god-admin role or deactivating yourself. */
  confirms_own_loss: z.boolean().optional(),
})
export type AccessBody = z.infer<typeof AccessBody>

export const adminUsers = {
  list: endpoint({
    method: 'GET',
    path: '/admin-users',
    access: 'god-level',
    summary: 'List platform users',
    query: AdminUserListQuery,
    response: listResponse(AdminUser),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin-users/:id',
    access: 'god-level',
    summary: 'Get a platform user',
    params: ById,
    response: AdminUser,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/admin-users/:id',
    access: 'god-level',
    summary: 'Change a platform user’s name, roles, status and assigned organisations',
    params: ById,
    body: AccessBody,
    response: AdminUser,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin-users/:id',
    access: 'god-level',
    summary: 'Remove a platform user',
    params: ById,
  }),
}
