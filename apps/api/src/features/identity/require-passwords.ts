import { ApiError } from '#core/errors.ts'
import type { HostTenant } from '#core/host-tenant.ts'

type Tenant = Pick<HostTenant, 'kind' | 'signInMode'>

const OWN = 'You can’t use a password here. Use single sign-on instead.'

const OTHERS =
  'Users of this organisation sign in with single sign-on only, so you can’t invite or add them. A connection can give new users an account when they first sign in.'

/** The admin host always has passwords. */
export function requirePasswords({ kind, signInMode }: Tenant, message = OWN): void {
  if (signInMode === 'sso' && kind !== 'platform') throw new ApiError('forbidden', message)
}

/** Users who are invited or added choose a password. */
export function requireInvitable(tenant: Tenant): void {
  requirePasswords(tenant, OTHERS)
}

export function requireOpenRegistration(tenant: Tenant): void {
  if (tenant.kind !== 'public')
    throw new ApiError(
      'forbidden',
      'You can join this organisation by invitation only. Ask your administrator to invite you.',
    )
  requirePasswords(tenant)
}
