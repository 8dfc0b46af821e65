import { ApiError } from '#core/errors.ts'
import type { HostTenant } from '#core/host-tenant.ts'

type Tenant = Pick<HostTenant, 'kind' | 'signInMode'>

/** Where people sign in by single sign-on alone nobody gets a password; the admin host always has them. */
export function requirePasswords({ kind, signInMode }: Tenant): void {
  if (signInMode === 'sso' && kind !== 'platform')
    throw new ApiError('forbidden', 'Here people sign in with single sign-on.')
}

/** People register themselves at the public organisation only. */
export function requireOpenRegistration(tenant: Tenant): void {
  if (tenant.kind !== 'public')
    throw new ApiError('forbidden', 'Here people join by invitation. Ask your administrator.')
  requirePasswords(tenant)
}
