import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { type JWTPayload, SignJWT, jwtVerify } from 'jose'

/** A token of one kind is never accepted as another. */
export type TokenKind = { typ: string; audience: string; lifetimeSeconds: number; claims: string[] }

export type SigningKeys = {
  sign: (kind: TokenKind, userId: number, claims: JWTPayload, now: Date) => Promise<string>
  /** Throws unless the token is valid, unexpired and of this kind. */
  verify: (kind: TokenKind, token: string, now: Date) => Promise<JWTPayload>
}

type Key = { kid: string; private: KeyObject; public: KeyObject }

/** Signs with the first secret and verifies with any, so that a secret can change without signing users out. */
export function makeSigningKeys(secrets: readonly [string, ...string[]]): SigningKeys {
  const keys = secrets.map(keyOf)
  const [signing] = keys
  if (!signing) throw new Error('A secret is needed to sign tokens.')
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
      const { payload } = await jwtVerify(token, ({ kid }) => publicKeyOf(keys, kid), {
        typ: kind.typ,
        issuer: 'waymark',
        audience: kind.audience,
        algorithms: ['EdDSA'],
        requiredClaims: ['sub', 'exp', 'iat', ...kind.claims],
        currentDate: now,
      })
      return payload
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
