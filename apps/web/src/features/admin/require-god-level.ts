import { notFound } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { User } from 'contract/users'
import { isGodLevel } from '#core/can.ts'
import { tenantQuery } from '#features/session/tenant.ts'

/** Page guard of the specification, section 6; what is guarded is the platform's. */
export async function requireGodLevel(context: { user: User; queryClient: QueryClient }) {
  const { is_platform } = await context.queryClient.ensureQueryData(tenantQuery)
  if (!is_platform || !isGodLevel(context.user)) throw notFound()
}
