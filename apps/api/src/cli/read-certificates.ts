import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { StartError } from '#core/start-error.ts'

/** All certificates of these files: several while a provider changes its key. */
export async function readCertificates(files: readonly string[]): Promise<X509Certificate[]> {
  return (await Promise.all(files.map(readFrom))).flat()
}

async function readFrom(file: string): Promise<X509Certificate[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`The file ${file} cannot be read.`)
  })
  const [, ...parts] = text.split('-----BEGIN ')
  try {
    if (parts.length === 0) throw new Error('There is no PEM in it.')
    return parts.map((part) => new X509Certificate(`-----BEGIN ${part}`))
  } catch {
    throw new StartError(`The file ${file} is not, or not only, made of certificates in PEM.`)
  }
}
