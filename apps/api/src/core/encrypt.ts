import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a column value (AES-256-GCM). `place` binds it to its row. */
export function encrypt(secrets: readonly [string, ...string[]], place: string, text: string) {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets[0]), nonce)
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts with any of the secrets. Throws for another secret or place. */
export function decrypt(secrets: readonly string[], place: string, sealed: Buffer): string {
  for (const secret of secrets) {
    const text = openWith(secret, place, sealed)
    if (text !== undefined) return text
  }
  throw new Error(
    'This value was encrypted with a secret that is no longer configured, or for another purpose.',
  )
}

function openWith(secret: string, place: string, sealed: Buffer): string | undefined {
  const body = sealed.subarray(NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'sealed columns', 32))
}
