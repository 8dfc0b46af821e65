import {
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
} from 'node:crypto'
import { type JWTPayload, SignJWT, jwtVerify } from 'jose'
import { ApiError } from './errors.ts'

/** A token of one kind is never accepted as another. */
export type TokenKind<Claim extends string> = {
  typ: string
  audience: string
  lifetimeSeconds: number
  claims: Claim[]
}

export type SigningKeys = {
  sign: (kind: TokenKind<string>, userId: number, claims: JWTPayload, now: Date) => Promise<string>
  /** Returns the ids and the expiry. Throws `signed-out` unless the token is valid, unexpired and of this kind. */
  verify: <Claim extends string>(
    kind: TokenKind<Claim>,
    token: string,
    now: Date,
  ) => Promise<Record<Claim | 'sub' | 'exp', number>>
}

type Key = { kid: string; private: KeyObject; public: KeyObject }

/** Signs with the first secret and verifies with any, so that a secret can change without signing users out. */
export function createSigningKeys(secrets: readonly [string, ...string[]]): SigningKeys {
  const keys = secrets.map(keyOf)
  const [signing] = keys
  if (!signing) throw new Error('Waymark needs a secret to sign tokens. Set WAYMARK_SECRET.')
  return {
    sign: (kind, userId, claims, now) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', typ: kind.typ, kid: signing.kid })
        .setIssuer('waymark')
        .setAudience(kind.audience)
        .setSubject(String(userId))
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + kind.lifetimeSeconds * 1000))
        .sign(signing.private),
    verify: async (kind, token, now) => {
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => publicKeyOf(keys, kid), {
          typ: kind.typ,
          issuer: 'waymark',
          audience: kind.audience,
          algorithms: ['EdDSA'],
          requiredClaims: ['sub', 'exp', 'iat', ...kind.claims],
          currentDate: now,
        })
        const names = ['sub', 'exp', ...kind.claims] as const
        const numbers = names.map((name) => [name, Number(payload[name])] as const)
        if (!numbers.every(([, value]) => Number.isSafeInteger(value))) throw new Error('not an id')
        return Object.fromEntries(numbers) as Record<(typeof names)[number], number>
      } catch {
        throw new ApiError('signed-out', 'Sign in to continue.')
      }
    },
  }
}

function publicKeyOf(keys: readonly Key[], kid: string | undefined): KeyObject {
  const key = keys.find((candidate) => candidate.kid === kid)
  if (!key) throw new Error('unknown key')
  return key.public
}

function keyOf(secret: string): Key {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'access token key', 32))
  // PKCS #8 of an Ed25519 key is a fixed prefix and the seed (RFC 8410).
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const kid = createHash('sha256').update(seed).update('kid').digest('base64url').slice(0, 12)
  return { kid, private: key, public: createPublicKey(key) }
}
