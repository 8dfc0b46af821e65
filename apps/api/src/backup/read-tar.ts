import { damaged } from './damaged.ts'

/** One file of an archive, as it arrives. Its bytes are read before the next entry. */
export type ArchivedFile = { name: string; size: number; chunks: AsyncGenerator<Buffer> }

const BLOCK = 512
/** Of the zeros at the end. */
const MOST_PADDING = 64 * 1024
/** No part of it starts with a dot. */
const NAME = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

/** The files of a tar archive, one chunk at a time. Refuses everything that Waymark doesn't write, such as links and long names. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<ArchivedFile> {
  const bytes = readerOf(source)
  for (;;) {
    const head = await bytes.exactly(BLOCK)
    if (isZero(head)) return await bytes.refuseMore()
    const { name, size } = fileOf(head)
    let left = size
    const chunks = async function* () {
      while (left > 0) {
        const chunk = await bytes.some(left)
        left -= chunk.length
        yield chunk
      }
    }
    yield { name, size, chunks: chunks() }
    while (left > 0) left -= (await bytes.some(left)).length
    if (!isZero(await bytes.exactly((BLOCK - (size % BLOCK)) % BLOCK))) throw damaged()
  }
}

function readerOf(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  async function some(most: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { value, done } = await chunks.next()
      if (done) throw damaged()
      rest = value
    }
    const part = rest.subarray(0, most)
    rest = rest.subarray(most)
    return part
  }
  async function exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = count; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await some(left))
    return Buffer.concat(parts)
  }
  /** Reads to the end, because only then is the checksum of the compression known. */
  async function refuseMore(): Promise<void> {
    let count = 0
    for (let part = rest; ;) {
      count += part.length
      if (!isZero(part) || count > MOST_PADDING) throw damaged()
      const { value, done } = await chunks.next()
      if (done) return
      part = value
    }
  }
  return { some, exactly, refuseMore }
}

/** The fields of a ustar header (POSIX.1-1988). */
function fileOf(head: Buffer) {
  const text = (from: number, to: number) =>
    head.toString('latin1', from, to).replace(/\0[^]*$/, '')
  const octal = (from: number, to: number) => {
    const digits = text(from, to).trim()
    if (!/^[0-7]{1,11}$/.test(digits)) throw damaged()
    return Number.parseInt(digits, 8)
  }
  const prefix = text(345, 500)
  const name = prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`
  const isFile = text(257, 262) === 'ustar' && text(156, 157) === '0'
  if (!isFile || !NAME.test(name) || octal(148, 156) !== checksumOf(head)) throw damaged()
  return { name, size: octal(124, 136) }
}

/** The sum of all bytes, with spaces for the checksum itself. */
function checksumOf(head: Buffer): number {
  let sum = 8 * 32
  for (const [at, byte] of head.entries()) if (at < 148 || at >= 156) sum += byte
  return sum
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}
