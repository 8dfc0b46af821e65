import { redirect, type ParsedLocation } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { User } from 'contract/users'
import { isAuditor, isGodLevel } from '#core/can.ts'
import { scopeOf } from '#core/host.ts'
import { tenantQuery } from './tenant.ts'
import { findUser } from './user.ts'

interface Entry {
  context: { queryClient: QueryClient }
  location: ParsedLocation
}

/** Entering `/_private` (the specification, section 4): answers the user or leads away. */
export async function enterPrivate({ context, location }: Entry): Promise<{ user: User }> {
  const tenant = await context.queryClient.ensureQueryData(tenantQuery)
  const scope = scopeOf({
    hostname: window.location.hostname,
    pathname: location.pathname,
    isAdminHost: tenant.is_platform,
  })
  const user = await findUser(context.queryClient)
  if (user === null) {
    const isLoginOnly = tenant.sign_in_mode === 'sso' || scope === 'admin'
    throw redirect({
      to: isLoginOnly ? '/login' : '/register/request',
      search: location.href === '/' ? {} : { redirect: location.href },
    })
  }
  // Until the terms are accepted they come first, or the two redirects would send each other round.
  if (scope !== 'admin' && user.tc_accepted && (isGodLevel(user) || isAuditor(user))) {
    throw redirect({ to: '/admin' })
  }
  return { user }
}

/** Who has not accepted the terms of use is confined to them. */
export function requireTerms({ user }: { user: User }, location: ParsedLocation) {
  if (!user.tc_accepted && !location.pathname.includes('terms-of-use')) {
    throw redirect({
      to: '/terms-of-use',
      search: location.href === '/' ? {} : { redirect: location.href },
    })
  }
}

/** Entering `/_auth`: who is signed in has no business here. */
export async function leaveIfSignedIn({ context }: Entry) {
  if ((await findUser(context.queryClient)) !== null) throw redirect({ to: '/' })
}
