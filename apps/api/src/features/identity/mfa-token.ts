import { bearerOf, requireOwn } from '#core/access-token.ts'
import type { App, Callers, PublicContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { type TokenKind, makeSigningKeys } from '#core/signing-keys.ts'

declare module '#core/context.ts' {
  interface Callers {
    /** A user who gave the password and still needs a code. */
    mfa: { pending: MfaClaims }
  }
}

/** The time to enter a code after the password. */
export const MFA_SECONDS = 300

const MFA: TokenKind = {
  typ: 'mfa+jwt',
  audience: 'api/mfa',
  lifetimeSeconds: MFA_SECONDS,
  claims: ['tid', 'jti'],
}

export type MfaClaims = { userId: number; tenantId: number; challengeId: number }

export type MfaContext = PublicContext & Callers['mfa']

type MfaTokens = {
  sign: (claims: MfaClaims) => Promise<string>
  /** Throws `signed-out` for an invalid token. */
  verify: (token: string) => Promise<MfaClaims>
}

export function mfaTokensOf({ secrets, adapters }: Pick<App, 'secrets' | 'adapters'>): MfaTokens {
  return makeMfaTokens(secrets, adapters.now)
}

export async function pendingOf({ app, request, scope }: PublicContext): Promise<Callers['mfa']> {
  return { pending: requireOwn(await mfaTokensOf(app).verify(bearerOf(request)), scope) }
}

export function makeMfaTokens(secrets: readonly [string, ...string[]], now: () => Date): MfaTokens {
  const keys = makeSigningKeys(secrets)
  return {
    sign: ({ userId, tenantId, challengeId }) =>
      keys.sign(MFA, userId, { tid: tenantId, jti: String(challengeId) }, now()),
    verify: async (token) => {
      try {
        const payload = await keys.verify(MFA, token, now())
        const claims = {
          userId: Number(payload.sub),
          tenantId: Number(payload.tid),
          challengeId: Number(payload.jti),
        }
        if (!Object.values(claims).every(Number.isSafeInteger)) throw new Error('not an id')
        return claims
      } catch {
        throw new ApiError('signed-out', 'Sign in to continue.')
      }
    },
  }
}
