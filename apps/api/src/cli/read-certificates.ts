import type { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { StartError } from '#core/start-error.ts'
import { certificatesIn } from '#features/identity/sso/certificates.ts'

/** All certificates of these files: several while a provider changes its key. */
export async function readCertificates(files: readonly string[]): Promise<X509Certificate[]> {
  return (await Promise.all(files.map(readFrom))).flat()
}

async function readFrom(file: string): Promise<X509Certificate[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`The file ${file} cannot be read.`)
  })
  try {
    return certificatesIn(text)
  } catch {
    throw new StartError(`The file ${file} is not, or not only, made of certificates in PEM.`)
  }
}
