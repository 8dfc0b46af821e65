import { generateKeyPairSync } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { selfSigned } from 'e2e/idp/self-signed'
import { afterAll } from 'vitest'

/**
 * Key and certificate of `localhost`, trusted until the test file ends. If two certificates of one name are
 * trusted, TLS finds only the first.
 */
export function trustedCertificate() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const cert = selfSigned(privateKey, 'localhost')
  const authorities = getCACertificates('default')
  setDefaultCACertificates([...authorities, cert])
  afterAll(() => setDefaultCACertificates(authorities))
  return { key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), cert }
}
