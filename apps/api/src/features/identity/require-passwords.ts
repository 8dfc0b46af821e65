import { ApiError } from '#core/errors.ts'
import type { HostTenant } from '#core/host-tenant.ts'

type Tenant = Pick<HostTenant, 'kind' | 'signInMode'>

/** The admin host always has passwords. */
export function requirePasswords({ kind, signInMode }: Tenant): void {
  if (signInMode === 'sso' && kind !== 'platform')
    throw new ApiError('forbidden', 'You can’t use a password here. Use single sign-on instead.')
}

export function requireOpenRegistration(tenant: Tenant): void {
  if (tenant.kind !== 'public')
    throw new ApiError(
      'forbidden',
      'You can join this organisation by invitation only. Ask your administrator to invite you.',
    )
  requirePasswords(tenant)
}
