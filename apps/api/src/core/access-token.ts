import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { SignJWT, jwtVerify } from 'jose'
import { ApiError } from './errors.ts'

/** identity.md, section 2: ten minutes. */
const LIFETIME_SECONDS = 600

export type AccessClaims = { userId: number; tenantId: number; sessionId: number }

type Key = { kid: string; private: KeyObject; public: KeyObject }

export type AccessTokens = {
  sign: (claims: AccessClaims) => Promise<string>
  /** Throws `signed-out` for anything but a valid, unexpired access token of ours. */
  verify: (token: string) => Promise<AccessClaims>
}

/** Signs with the first secret's key; verifies with any of them, so that a secret can be changed without signing everybody out. */
export function makeAccessTokens(
  secrets: readonly [string, ...string[]],
  now: () => Date,
): AccessTokens {
  const keys = secrets.map(keyOf)
  const [signing] = keys
  const verified = new Map<string, { claims: AccessClaims; expires: number }>()
  if (!signing) throw new Error('A secret is needed to sign tokens.')
  return {
    sign: (claims) =>
      new SignJWT({ tid: claims.tenantId, sid: claims.sessionId })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: signing.kid })
        .setIssuer('waymark')
        .setAudience('api')
        .setSubject(String(claims.userId))
        .setIssuedAt(now())
        .setExpirationTime(new Date(now().getTime() + LIFETIME_SECONDS * 1000))
        .sign(signing.private),
    verify: async (token) => {
      const known = verified.get(token)
      if (known && known.expires > now().getTime()) return known.claims
      const fresh = await verify(keys, token, now())
      // A signature does not become less true: only sessions are looked up anew at each request.
      if (verified.size >= 10_000) verified.clear()
      verified.set(token, fresh)
      return fresh.claims
    },
  }
}

function keyOf(secret: string): Key {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'access token key', 32))
  // PKCS #8 of an Ed25519 key is a fixed prefix and the seed (RFC 8410).
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const kid = createHash('sha256').update(seed).update('kid').digest('base64url').slice(0, 12)
  return { kid, private: key, public: createPublicKey(key) }
}

async function verify(keys: readonly Key[], token: string, currentDate: Date) {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = keys.find((candidate) => candidate.kid === kid)
        if (!key) throw new Error('unknown key')
        return key.public
      },
      {
        typ: 'at+jwt',
        issuer: 'waymark',
        audience: 'api',
        algorithms: ['EdDSA'],
        requiredClaims: ['sub', 'tid', 'sid', 'exp', 'iat'],
        currentDate,
      },
    )
    const claims = {
      userId: Number(payload.sub),
      tenantId: Number(payload.tid),
      sessionId: Number(payload.sid),
    }
    if (!Object.values(claims).every(Number.isSafeInteger)) throw new Error('not an id')
    return { claims, expires: Number(payload.exp) * 1000 }
  } catch {
    throw new ApiError('signed-out', 'Sign in to go on.')
  }
}
