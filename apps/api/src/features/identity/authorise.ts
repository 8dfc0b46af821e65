import type { Endpoint } from 'contract/endpoint'
import type { AccessClaims } from '#core/access-token.ts'
import { ApiError, refuseRole, signedOut } from '#core/errors.ts'
import type { SessionRow } from '#core/handle.ts'
import { knownRoles, mayCall } from '#core/permissions.ts'

/** The columns of the database's `enter`. */
type SessionOwner = {
  id: number
  name: string
  email: string
  roles: string[]
  has_accepted_terms: boolean
  needs_mfa_setup: boolean
}

export function authorise(endpoint: Endpoint, claims: AccessClaims, row: SessionRow | undefined) {
  if (!row) throw signedOut()
  const owner = row as SessionOwner
  const roles = knownRoles(owner.roles)
  if (!mayCall(roles, endpoint.access)) {
    throw refuseRole()
  }
  if (!endpoint.beforeMfa && owner.needs_mfa_setup) {
    throw new ApiError(
      'mfa-setup-required',
      'Your organisation requires two-step verification. Set it up to continue.',
    )
  }
  if (!endpoint.beforeTerms && !owner.has_accepted_terms) {
    throw new ApiError(
      'terms-not-accepted',
      'You have not accepted the current terms of use. Accept them to continue.',
    )
  }
  const { id, name, email } = owner
  return { id, tenantId: claims.tenantId, sessionId: claims.sessionId, name, email, roles }
}
