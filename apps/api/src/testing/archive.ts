import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

export type Parts = Record<string, Buffer>

/** A path that ends with a slash is an empty folder. */
export async function archive(parts: Parts): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, bytes] of Object.entries(parts))
    if (path.endsWith('/')) zip.addEmptyDirectory(path)
    else zip.addBuffer(bytes, path, { compress: bytes.length > 100 })
  zip.end()
  return await buffer(zip.outputStream)
}

/** The parts of an archive by their paths. */
export async function partsOf(bytes: Buffer): Promise<Parts> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
  const parts: Parts = {}
  for await (const entry of zip.eachEntry())
    parts[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry))
  zip.close()
  return parts
}
