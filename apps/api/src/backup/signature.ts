import {
  type KeyObject,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto'
import { z } from 'zod'
import { StartError } from '#start-error.ts'

/** After the manifest, whose bytes it is about. The manifest has a checksum of everything else. */
export const SIGNATURE = 'signature.json'
export const Signature = z.strictObject({ ed25519: z.base64() })

/** A new pair in one line of base64 each. */
export function newSigningKey(): { secret: string; known: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    secret: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    known: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  }
}

export function readSigningKey(text: string): KeyObject {
  const key = keyOf(() =>
    createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }),
  )
  if (key) return key
  throw new StartError(
    'The key file has no signing key. Use a key file that npm run tenant -- new-key wrote.',
  )
}

export function readPublicKey(text: string): KeyObject {
  const key = keyOf(() =>
    createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }),
  )
  if (key) return key
  throw new StartError(
    'The value of --trust is not a public key. Use the public key that npm run tenant -- new-key printed.',
  )
}

function keyOf(read: () => KeyObject): KeyObject | undefined {
  try {
    const key = read()
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

export function signatureOf(manifest: Buffer, key: KeyObject): Buffer {
  return Buffer.from(JSON.stringify({ ed25519: sign(null, manifest, key).toString('base64') }))
}

export function isSignedBy(
  key: KeyObject,
  manifest: Buffer,
  { ed25519 }: z.output<typeof Signature>,
): boolean {
  return verify(null, manifest, key, Buffer.from(ed25519, 'base64'))
}
