import { z } from 'zod'
import { ROLES } from './roles.ts'

/** The roles (specification, section 6). */
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>

/** The permissions (specification, section 6). The last is an addition (docs/decisions/017-certification.md). */
export const Permission = z.enum([
  'access-to-admin-area',
  'access-to-public-area',
  'access-to-private-area',
  'create-company',
  'create-multiple-companies',
  'create-users',
  'invite-users',
  'reject-invitations',
  'remove-users-from-company',
  'create-concept-set-for-company',
  'create-quiz-for-content-set',
  'view-companies',
  'certify-assessments',
])
export type Permission = z.infer<typeof Permission>
