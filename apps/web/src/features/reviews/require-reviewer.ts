import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import type { User } from 'contract/users'
import { can } from '#core/can.ts'
import { tenantQuery } from '#features/session/tenant.ts'

/** Reviews are done at the admin host alone, by those who may certify. */
export async function requireReviewer(context: { user: User; queryClient: QueryClient }) {
  const { is_platform } = await context.queryClient.ensureQueryData(tenantQuery)
  if (!is_platform || !can(context.user, 'certify-assessments')) throw notFound()
}
