import type { QueryClient } from '@tanstack/react-query'
import { notFound, type ParsedLocation, redirect } from '@tanstack/react-router'
import type { User } from 'contract/account'
import { can, isAuditor, isGodLevel, seesShared } from '#core/can.ts'
import { scopeOf } from '#core/host.ts'
import { loginModeOf } from './login-mode.ts'
import { tenantQuery } from '#core/tenant.ts'
import { findUser } from '#core/user.ts'

interface Entry {
  context: { queryClient: QueryClient }
  location: ParsedLocation
}

/** Entering `/_private`: returns the user or redirects. */
export async function enterPrivate({ context, location }: Entry): Promise<{ user: User }> {
  const tenant = await context.queryClient.ensureQueryData(tenantQuery)
  const scope = scopeOf({
    hostname: window.location.hostname,
    pathname: location.pathname,
    isAdminHost: tenant.is_platform,
  })
  const user = await findUser(context.queryClient)
  if (user === null) {
    const isLoginOnly = loginModeOf(scope, tenant.sign_in_mode) === 'sso' || scope === 'admin'
    throw redirect({
      to: isLoginOnly ? '/login' : '/register/request',
      search: location.pathname === '/' ? {} : { redirect: location.href },
    })
  }
  // Terms and two-step verification come first, to avoid a redirect loop.
  const isReady = user.tc_accepted && !user.mfa_setup_required
  if (scope !== 'admin' && isReady && (isGodLevel(user) || isAuditor(user))) {
    throw redirect({ to: '/admin' })
  }
  return { user }
}

/** Leads to the terms, then to two-step verification, if the user has to accept or set them up first. */
export function requireReady({ user }: { user: User }, location: ParsedLocation) {
  if (location.pathname.includes('terms-of-use')) return
  const search = location.href === '/' ? {} : { redirect: location.href }
  if (!user.tc_accepted) throw redirect({ to: '/terms-of-use', search })
  if (user.mfa_setup_required) throw redirect({ to: '/mfa-setup', search })
}

export function requireWriter({ context: { user } }: { context: { user: User } }) {
  if (!can(user, 'create-users')) throw notFound()
}

export async function leaveIfSignedIn({ context }: Entry) {
  if ((await findUser(context.queryClient)) !== null) throw redirect({ to: '/' })
}

/** Page guard for platform pages. */
export async function requireGodLevel(context: { user: User; queryClient: QueryClient }) {
  const { is_platform } = await context.queryClient.ensureQueryData(tenantQuery)
  if (!is_platform || !isGodLevel(context.user)) throw notFound()
}

/** For users who may edit content sets: god-admins, and admins for their own organisation. */
export function requireAuthor({ context: { user } }: { context: { user: User } }) {
  if (!can(user, 'create-concept-set-for-company')) throw notFound()
}

/** Reviews are only on the admin host, for users who may certify. */
export async function requireReviewer(context: { user: User; queryClient: QueryClient }) {
  const { is_platform } = await context.queryClient.ensureQueryData(tenantQuery)
  if (!is_platform || !can(context.user, 'certify-assessments')) throw notFound()
}

/** Shared assessments are for admins of an organisation, and for auditors on the admin host. */
export async function requireSharedReader(context: { user: User; queryClient: QueryClient }) {
  const { is_platform } = await context.queryClient.ensureQueryData(tenantQuery)
  if (!seesShared(context.user, is_platform)) throw notFound()
}
