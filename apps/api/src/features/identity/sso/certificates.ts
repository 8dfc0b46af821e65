import { X509Certificate } from 'node:crypto'

/** All certificates of a text in PEM; throws when it is not, or not only, made of them. */
export function certificatesIn(pem: string): X509Certificate[] {
  const [, ...parts] = pem.split('-----BEGIN ')
  if (parts.length === 0) throw new Error('There is no PEM in it.')
  return parts.map((part) => new X509Certificate(`-----BEGIN ${part}`))
}

/** As above; none when there is anything else: a bare key serves as well as a certificate. */
export function knownCertificates(pem: string | null): X509Certificate[] {
  try {
    return pem === null ? [] : certificatesIn(pem)
  } catch {
    return []
  }
}
