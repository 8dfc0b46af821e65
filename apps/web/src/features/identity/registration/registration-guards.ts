import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { scopeOf } from '#core/host.ts'
import { loginModeOf } from '#features/identity/session/login-mode.ts'
import { tenantQuery } from '#core/tenant.ts'

interface Entry {
  context: { queryClient: QueryClient }
  location: { pathname: string }
  search: { redirect?: string | undefined; email?: string | undefined }
}

/**
 * Registration is only for the public scope. The server knows the public host; counting
 * dots would also close `waymark.example.org`.
 */
export async function requirePublicScope({ context, location, search }: Entry) {
  const tenant = await context.queryClient.ensureQueryData(tenantQuery)
  const { pathname } = location
  const { hostname } = window.location
  const scope = scopeOf({ hostname, pathname, isAdminHost: tenant.is_platform })
  if (scope === 'admin' || !tenant.is_public) toSignIn(search)
}

/** As `requirePublicScope`, and also closed if single sign-on is the only sign-in method. */
export async function requireRegistration(entry: Entry) {
  await requirePublicScope(entry)
  const tenant = await entry.context.queryClient.ensureQueryData(tenantQuery)
  if (loginModeOf('public', tenant.sign_in_mode) === 'sso') toSignIn(entry.search)
}

/** Closed if single sign-on is the only sign-in method. */
export async function requirePasswords({ context, search }: Entry) {
  const tenant = await context.queryClient.ensureQueryData(tenantQuery)
  if (tenant.sign_in_mode === 'sso' && !tenant.is_platform) toSignIn(search)
}

function toSignIn({ redirect: target }: Entry['search']): never {
  throw redirect({ to: '/login', search: target === undefined ? {} : { redirect: target } })
}
