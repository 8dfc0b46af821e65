import { type KeyObject, X509Certificate, createPublicKey } from 'node:crypto'

/** Throws unless the text consists of certificates in PEM. */
export function certificatesIn(pem: string): X509Certificate[] {
  const [, ...parts] = pem.split('-----BEGIN ')
  if (parts.length === 0) throw new Error('This certificate is not in PEM format.')
  return parts.map((part) => new X509Certificate(`-----BEGIN ${part}`))
}

/** None for a bare key, which works as well as a certificate. */
function knownCertificates(pem: string | null): X509Certificate[] {
  try {
    return pem === null ? [] : certificatesIn(pem)
  } catch {
    return []
  }
}

/** Why certificates that someone enters can't be used. */
export function certificateFault(pem: string): string | undefined {
  try {
    return certificatesIn(pem)
      .map(({ publicKey }) => keyFault(publicKey))
      .find(Boolean)
  } catch {
    return 'A certificate is incomplete, damaged or not in PEM format. Enter complete certificates in PEM format only.'
  }
}

/** A stored certificate, or a bare key, which has no end. */
export type StoredKey = { certificate?: X509Certificate; fault?: string | undefined }

/** Older versions, restored backups and imported archives bring certificates that can no longer be entered. */
export function storedKeys(pem: string): StoredKey[] {
  if (pem.trim() === '')
    return [{ fault: 'The connection has no certificate. Enter the provider’s certificate.' }]
  const [, ...parts] = pem.split('-----BEGIN ')
  if (parts.length === 0) return [storedKey(`CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----`)]
  return parts.map(storedKey)
}

function storedKey(part: string): StoredKey {
  const pem = `-----BEGIN ${part}`
  try {
    const certificate = new X509Certificate(pem)
    return { certificate, fault: keyFault(certificate.publicKey) }
  } catch {
    return bareKey(pem)
  }
}

function bareKey(pem: string): StoredKey {
  try {
    return { fault: keyFault(createPublicKey(pem)) }
  } catch {
    const fault =
      'A certificate of the connection can’t be read. Enter the provider’s current one in PEM format.'
    return { fault }
  }
}

/** The library for SAML knows signatures with RSA only. */
function keyFault({ asymmetricKeyType }: KeyObject): string | undefined {
  if (asymmetricKeyType === 'rsa') return undefined
  const type = (asymmetricKeyType ?? 'other').toUpperCase()
  return `A certificate has a key of the type ${type}, which Waymark doesn’t accept. Set the provider to sign with an RSA key (RSA-SHA256), and enter the certificate of that key.`
}

/** Without spaces at the ends of lines, which the SAML library refuses. A bare key stays as it is. */
export function wellFormed(pem: string): string {
  return knownCertificates(pem).join('') || pem
}
