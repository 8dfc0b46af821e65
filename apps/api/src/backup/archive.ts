import { once } from 'node:events'
import { PassThrough, Readable, pipeline } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { pack } from 'tar-stream'
import { StartError } from '#start-error.ts'
import { damaged } from './damaged.ts'
import { type ArchivedFile, readTar } from './read-tar.ts'

/** A file to pack. Small enough for memory. */
export type Entry = { name: string; bytes: Buffer }

const AGE = 'age-encryption.org/'
/** Faster than the default, and hardly larger. */
const GZIP = { level: 4 }

/** A tar archive of the entries, compressed, and encrypted if there is a public key. */
export async function packArchive(
  entries: AsyncIterable<Entry>,
  recipient?: string,
): Promise<Readable> {
  const encrypter = recipient === undefined ? undefined : encrypterFor(recipient)
  const tar = pack()
  // The consumer of the archive gets the error too.
  tar.on('error', () => {})
  const zipped = joined(Readable.from(tar, { objectMode: false }), createGzip(GZIP))
  addEntries(tar, entries).catch((error: unknown) => tar.destroy(asError(error)))
  return encrypter ? fromWeb(await encrypter.encrypt(toWeb(zipped))) : zipped
}

export function encrypterFor(recipient: string): Encrypter {
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
    return encrypter
  } catch {
    throw new StartError(
      'The recipient is not a valid public key. Use the whole key, which starts with age1.',
    )
  }
}

async function addEntries(tar: ReturnType<typeof pack>, entries: AsyncIterable<Entry>) {
  for await (const { name, bytes } of entries) {
    const written = Promise.withResolvers<void>()
    const entry = tar.entry({ name, size: bytes.length, mode: 0o600 }, (error) =>
      error ? written.reject(error) : written.resolve(),
    )
    entry.on('error', () => {})
    entry.end(bytes)
    await written.promise
  }
  tar.finalize()
}

/** The files of an archive. Throws a StartError if the archive is damaged or the key is wrong. */
export async function* unpackArchive(source: Readable, key?: string): AsyncGenerator<ArchivedFile> {
  const head = await peek(source)
  const isEncrypted = head.toString('latin1').startsWith(AGE)
  if (!isEncrypted && head.readUInt16BE() !== 0x1f8b)
    throw new StartError('This file is not a Waymark backup or export. Use another file.')
  const zipped = isEncrypted ? await decrypted(source, key) : source
  const unzipped = joined(zipped, createGunzip())
  try {
    yield* readTar(undamaged(unzipped))
  } finally {
    unzipped.destroy()
    source.destroy()
  }
}

/** The file and its compression end early, or have another checksum. */
async function* undamaged(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (error) {
    throw damaged(error)
  }
}

async function decrypted(source: Readable, key: string | undefined): Promise<Readable> {
  if (key === undefined)
    throw new StartError(
      'This file is encrypted. Add --key FILE, where FILE contains your private key.',
    )
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(key)
  } catch {
    throw new StartError(
      'The key file has no valid private key, which starts with AGE-SECRET-KEY. Check --key.',
    )
  }
  try {
    return fromWeb(await decrypter.decrypt(toWeb(source)))
  } catch (error) {
    const isOther = error instanceof Error && error.message.includes('no identity matched')
    throw isOther
      ? new StartError('This key can’t decrypt the file, so nothing was changed. Check --key.')
      : damaged()
  }
}

async function peek(source: Readable): Promise<Buffer> {
  await once(source, 'readable')
  const head: Buffer | null = source.read()
  if (head === null || head.length < 2)
    throw new StartError('This file is not a Waymark backup or export. Use another file.')
  source.unshift(head)
  return head
}

/** An error of the first stream also ends the second. */
function joined(first: Readable, second: NodeJS.ReadWriteStream): Readable {
  const last = new PassThrough()
  pipeline(first, second, last, () => {})
  return last
}

function toWeb(stream: Readable) {
  return Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>) {
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
