import { bearerOf, requireOwn } from '#core/access-token.ts'
import type { App, Callers, PublicContext } from '#core/context.ts'
import { type TokenKind, createSigningKeys } from '#core/signing-keys.ts'

declare module '#core/context.ts' {
  interface Callers {
    /** A user who gave the password and still needs a code. */
    mfa: { pending: MfaClaims }
  }
}

/** The time to enter a code after the password. */
export const MFA_SECONDS = 300

const MFA: TokenKind<'tid' | 'jti'> = {
  typ: 'mfa+jwt',
  audience: 'api/mfa',
  lifetimeSeconds: MFA_SECONDS,
  claims: ['tid', 'jti'],
}

export type MfaClaims = { userId: number; tenantId: number; challengeId: number }

export type MfaContext = PublicContext & Callers['mfa']

type Signer = { secrets: App['secrets']; adapters: Pick<App['adapters'], 'now'> }

export function mfaTokensOf({ secrets, adapters: { now } }: Signer) {
  const keys = createSigningKeys(secrets)
  return {
    sign: ({ userId, tenantId, challengeId }: MfaClaims) =>
      keys.sign(MFA, userId, { tid: tenantId, jti: String(challengeId) }, now()),
    /** Throws `signed-out` for an invalid token. */
    verify: async (token: string): Promise<MfaClaims> => {
      const { sub, tid, jti } = await keys.verify(MFA, token, now())
      return { userId: sub, tenantId: tid, challengeId: jti }
    },
  }
}

export async function pendingOf({ app, request, scope }: PublicContext): Promise<Callers['mfa']> {
  return { pending: requireOwn(await mfaTokensOf(app).verify(bearerOf(request)), scope) }
}
