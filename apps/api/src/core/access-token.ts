import { ApiError } from './errors.ts'
import { type TokenKind, createSigningKeys } from './signing-keys.ts'
import type { FastifyRequest } from 'fastify'
import type { Scope } from '#db/scope.ts'

const ACCESS: TokenKind<'tid' | 'sid'> = {
  typ: 'at+jwt',
  audience: 'api',
  lifetimeSeconds: 600,
  claims: ['tid', 'sid'],
}

/** Opens one path, for ten minutes at most and while the session lasts. */
const LINK: Omit<typeof ACCESS, 'audience'> = { ...ACCESS, typ: 'link+jwt' }

export type AccessClaims = { userId: number; tenantId: number; sessionId: number }

export type AccessTokens = {
  sign: (claims: AccessClaims) => Promise<string>
  /** Throws `signed-out` unless the access token is valid and unexpired. */
  verify: (token: string) => Promise<AccessClaims>
  /** For a path that a browser opens by itself, without a header. */
  signLink: (claims: AccessClaims, path: string) => Promise<string>
  /** Throws `signed-out` unless the link is valid, unexpired and of this path. */
  verifyLink: (token: string, path: string) => Promise<AccessClaims>
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
    signLink: ({ userId, tenantId, sessionId }, path) =>
      keys.sign({ ...LINK, audience: path }, userId, { tid: tenantId, sid: sessionId }, now()),
    verifyLink: async (token, path) => {
      const { sub, tid, sid } = await keys.verify({ ...LINK, audience: path }, token, now())
      return { userId: sub, tenantId: tid, sessionId: sid }
    },
  }
}

export async function claimsOf(request: FastifyRequest, tokens: AccessTokens, scope: Scope) {
  const { endpoint } = request.routeOptions.config
  const found = endpoint?.byLink
    ? await tokens.verifyLink(...linkOf(request))
    : await tokens.verify(bearerOf(request))
  const claims = requireOwn(found, scope)
  request.userId = claims.userId
  return claims
}

function linkOf({ url, query }: FastifyRequest): [token: string, path: string] {
  const { token } = query as { token?: unknown }
  return [String(token), url.split('?')[0] ?? '']
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
