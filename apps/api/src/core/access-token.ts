import { ApiError } from './errors.ts'
import { type TokenKind, createSigningKeys } from './signing-keys.ts'
import type { FastifyRequest } from 'fastify'
import type { Scope } from './context.ts'

const ACCESS: TokenKind<'tid' | 'sid'> = {
  typ: 'at+jwt',
  audience: 'api',
  lifetimeSeconds: 600,
  claims: ['tid', 'sid'],
}

export type AccessClaims = { userId: number; tenantId: number; sessionId: number }

export type AccessTokens = {
  sign: (claims: AccessClaims) => Promise<string>
  /** Throws `signed-out` unless the access token is valid and unexpired. */
  verify: (token: string) => Promise<AccessClaims>
}

export function createAccessTokens(
  secrets: readonly [string, ...string[]],
  now: () => Date,
): AccessTokens {
  const keys = createSigningKeys(secrets)
  const verified = new Map<string, { claims: AccessClaims; expires: number }>()
  return {
    sign: ({ userId, tenantId, sessionId }) =>
      keys.sign(ACCESS, userId, { tid: tenantId, sid: sessionId }, now()),
    verify: async (token) => {
      const known = verified.get(token)
      if (known && known.expires > now().getTime()) return known.claims
      const { sub, tid, sid, exp } = await keys.verify(ACCESS, token, now())
      const claims = { userId: sub, tenantId: tid, sessionId: sid }
      // A verified signature stays valid until the token expires. The session is read at every request.
      if (verified.size >= 10_000) verified.clear()
      verified.set(token, { claims, expires: exp * 1000 })
      return claims
    },
  }
}

export async function claimsOf(request: FastifyRequest, tokens: AccessTokens, scope: Scope) {
  const claims = requireOwn(await tokens.verify(bearerOf(request)), scope)
  request.userId = claims.userId
  return claims
}

export function bearerOf({ headers }: FastifyRequest): string {
  if (headers.authorization === undefined)
    throw new ApiError('signed-out', 'You are not signed in. Sign in to continue.')
  return headers.authorization.replace(/^Bearer +/i, '')
}

/** Refuses a token of another tenant. */
export function requireOwn<T extends { tenantId: number }>(claims: T, scope: Scope): T {
  if (claims.tenantId !== scope.tenantId) {
    throw new ApiError(
      'signed-out',
      'You are signed in to another organisation. Sign in to this organisation to continue.',
    )
  }
  return claims
}
