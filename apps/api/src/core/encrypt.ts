import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a column value (AES-256-GCM). `aad`, its additional authenticated data, binds it to its row. */
export function encrypt(secrets: readonly [string, ...string[]], aad: string, text: string) {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets[0]), nonce)
  cipher.setAAD(Buffer.from(aad))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** Decrypts with any of the secrets. Throws for another secret or other `aad`. */
export function decrypt(secrets: readonly string[], aad: string, encrypted: Buffer): string {
  for (const secret of secrets) {
    const text = decryptWith(secret, aad, encrypted)
    if (text !== undefined) return text
  }
  throw new Error(
    'Waymark can’t decrypt this value. Set WAYMARK_SECRET_PREVIOUS to the secret that encrypted it.',
  )
}

/** The same value encrypted with the first secret. Undefined if it already is, or if no secret decrypts it. */
export function encryptAgain(
  secrets: readonly [string, ...string[]],
  aad: string,
  encrypted: Buffer,
): Buffer | undefined {
  const [current, ...others] = secrets
  if (decryptWith(current, aad, encrypted) !== undefined) return undefined
  for (const secret of others) {
    const text = decryptWith(secret, aad, encrypted)
    if (text !== undefined) return encrypt(secrets, aad, text)
  }
  return undefined
}

function decryptWith(secret: string, aad: string, encrypted: Buffer): string | undefined {
  const body = encrypted.subarray(NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyOf(secret),
    encrypted.subarray(0, NONCE_BYTES),
    {
      authTagLength: TAG_BYTES,
    },
  )
  decipher.setAAD(Buffer.from(aad))
  decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'sealed columns', 32))
}
