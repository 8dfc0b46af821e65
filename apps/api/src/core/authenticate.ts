import type { FastifyRequest } from 'fastify'
import type { Endpoint } from 'contract/endpoint'
import type { SessionOwner } from '#db/pools.ts'
import type { AccessClaims, AccessTokens } from './access-token.ts'
import type { Actor, App, Scope } from './context.ts'
import { ApiError } from './errors.ts'
import type { MfaClaims } from './mfa-token.ts'
import { knownRoles, mayCall } from './permissions.ts'

/** The claims of the bearer token, which must be one of this host's tenant. */
export async function claimsOf(
  request: FastifyRequest,
  tokens: AccessTokens,
  scope: Scope,
): Promise<AccessClaims> {
  return ownClaims(await tokens.verify(bearerOf(request)), scope)
}

/** The claims of a sign-in that waits for its second step. */
export async function pendingOf(
  request: FastifyRequest,
  { mfaTokens }: App,
  scope: Scope,
): Promise<MfaClaims> {
  return ownClaims(await mfaTokens.verify(bearerOf(request)), scope)
}

function bearerOf({ headers }: FastifyRequest): string {
  if (headers.authorization === undefined) throw new ApiError('signed-out', 'Sign in to go on.')
  return headers.authorization.replace(/^Bearer +/i, '')
}

function ownClaims<T extends { tenantId: number }>(claims: T, scope: Scope): T {
  if (claims.tenantId !== scope.tenantId) {
    throw new ApiError('signed-out', 'Sign in at this organisation to go on.')
  }
  return claims
}

/** Lets the owner of a session call an endpoint, or says why not. */
export function admit(
  endpoint: Endpoint,
  claims: AccessClaims,
  owner: SessionOwner | undefined,
): Actor {
  if (!owner) throw new ApiError('signed-out', 'Your session ended. Sign in to go on.')
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
    hasAcceptedTerms: owner.has_accepted_terms,
    needsMfaSetup: owner.needs_mfa_setup,
  }
}
