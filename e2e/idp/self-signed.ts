import { type KeyObject, X509Certificate, createPublicKey, sign } from 'node:crypto'

// ASN.1 by hand (RFC 5280): Node.js can read certificates but not create them.
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const SHA256_WITH_ECDSA = Buffer.from('300a06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

/** A self-signed certificate of this RSA or EC key, valid for a year. */
export function selfSigned(key: KeyObject, commonName: string): string {
  const name = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(commonName)))))
  const algorithm = key.asymmetricKeyType === 'ec' ? SHA256_WITH_ECDSA : SHA256_WITH_RSA
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, Buffer.of(1)),
    algorithm,
    name,
    sequence(time(-1), time(365)),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  )
  const signature = tagged(0x03, Buffer.of(0), sign('sha256', body, key))
  return new X509Certificate(sequence(body, algorithm, signature)).toString()
}

function time(days: number) {
  const moment = new Date(Date.now() + days * 86_400_000)
  const digits = moment.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return tagged(0x17, Buffer.from(digits.slice(2)))
}

function sequence(...parts: Buffer[]) {
  return tagged(0x30, ...parts)
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.of(tag, ...length), content])
}
