import type { FastifyRequest } from 'fastify'
import type { AccessTokens } from './access-token.ts'
import type { Scope } from './context.ts'
import { ApiError } from './errors.ts'

export async function claimsOf(request: FastifyRequest, tokens: AccessTokens, scope: Scope) {
  return requireOwn(await tokens.verify(bearerOf(request)), scope)
}

export function bearerOf({ headers }: FastifyRequest): string {
  if (headers.authorization === undefined) throw new ApiError('signed-out', 'Sign in to continue.')
  return headers.authorization.replace(/^Bearer +/i, '')
}

/** Refuses a token of another tenant. */
export function requireOwn<T extends { tenantId: number }>(claims: T, scope: Scope): T {
  if (claims.tenantId !== scope.tenantId) {
    throw new ApiError('signed-out', 'Sign in at this organisation to continue.')
  }
  return claims
}
