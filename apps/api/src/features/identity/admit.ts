import type { Endpoint } from 'contract/endpoint'
import type { AccessClaims } from '#core/access-token.ts'
import type { Actor } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { SessionRow } from '#core/handle.ts'
import { knownRoles, mayCall } from '#core/permissions.ts'

/** As the database's `enter` finds the owner of a session. */
type SessionOwner = {
  id: number
  name: string
  email: string
  roles: string[]
  has_accepted_terms: boolean
  needs_mfa_setup: boolean
}

/** Lets the owner of a session call an endpoint, or says why not. */
export function admit(
  endpoint: Endpoint,
  claims: AccessClaims,
  row: SessionRow | undefined,
): Actor {
  if (!row) throw new ApiError('signed-out', 'Your session ended. Sign in to go on.')
  const owner = row as SessionOwner
  const roles = knownRoles(owner.roles)
  if (!mayCall(roles, endpoint.access)) {
    throw new ApiError('forbidden', 'Your role does not allow this.')
  }
  if (!endpoint.beforeMfa && owner.needs_mfa_setup) {
    throw new ApiError(
      'mfa-setup-required',
      'Your organisation asks for two-step sign-in. Turn it on to go on.',
    )
  }
  if (!endpoint.beforeTerms && !owner.has_accepted_terms) {
    throw new ApiError('terms-not-accepted', 'Accept the terms of use to go on.')
  }
  return {
    id: owner.id,
    tenantId: claims.tenantId,
    sessionId: claims.sessionId,
    name: owner.name,
    email: owner.email,
    roles,
  }
}
