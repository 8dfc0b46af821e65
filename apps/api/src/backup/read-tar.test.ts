import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { unpackArchive } from './archive.ts'
import { bytesOf } from './storing.ts'

const DAMAGED = 'This file is damaged, so nothing was changed. Use another file.'

type Header = Parameters<ReturnType<typeof pack>['entry']>[0]

/** A compressed archive with these headers, each with a text of 10 bytes. */
async function tarOf(...headers: Header[]): Promise<Buffer> {
  const tar = pack()
  for (const header of headers)
    if (header.type === undefined || header.type === 'file') tar.entry(header, '0123456789')
    else tar.entry(header)
  tar.finalize()
  return await buffer(Readable.from(tar, { objectMode: false }))
}

const zipped = (bytes: Buffer) => buffer(Readable.from([bytes]).pipe(createGzip()))

async function unpacked(bytes: Buffer): Promise<string[]> {
  const names: string[] = []
  for await (const file of unpackArchive(Readable.from([bytes], { objectMode: false })))
    names.push(`${file.name} ${String(await bytesOf(file, 1000))}`)
  return names
}

test('plain files with plain names are read', async () => {
  const tar = await tarOf({ name: 'a.json' }, { name: 'files/1/b' })
  expect(await unpacked(await zipped(tar))).toEqual(['a.json 0123456789', 'files/1/b 0123456789'])
})

test.each<[string, Header]>([
  ['a symbolic link', { name: 'a', type: 'symlink', linkname: '/etc/passwd' }],
  ['a hard link', { name: 'a', type: 'link', linkname: '/etc/passwd' }],
  ['a folder', { name: 'a', type: 'directory' }],
  ['a device', { name: 'a', type: 'character-device' }],
  ['a whole path', { name: '/etc/passwd' }],
  ['an empty part of a path', { name: 'a//b' }],
  ['a path upwards', { name: 'a/../b' }],
  ['a letter beyond ASCII', { name: 'tables/usérs' }],
  ['a line break', { name: 'a\nb' }],
  ['a name of more than 100 characters, which needs another header', { name: 'é'.repeat(300) }],
])('an archive with %s is damaged', async (_, header) => {
  const tar = await tarOf({ name: 'first' }, header)
  await expect(unpacked(await zipped(tar))).rejects.toThrow(DAMAGED)
})

test.each<[string, (tar: Buffer) => Buffer]>([
  ['another byte in a header', (tar) => changed(tar, 0, 0x62)],
  ['another size', (tar) => changed(tar, 130, 0x37)],
  ['a byte after the end', (tar) => Buffer.concat([tar, Buffer.from('x')])],
  ['another archive after the end', (tar) => Buffer.concat([tar, tar])],
  ['zeros without end', (tar) => Buffer.concat([tar, Buffer.alloc(1_000_000)])],
  ['a byte in the padding', (tar) => changed(tar, 1000, 1)],
  ['no end', (tar) => tar.subarray(0, 600)],
])('an archive with %s is damaged', async (_, change) => {
  const tar = change(await tarOf({ name: 'a.json' }))
  await expect(unpacked(await zipped(tar))).rejects.toThrow(DAMAGED)
})

function changed(tar: Buffer, at: number, byte: number): Buffer {
  const copy = Buffer.from(tar)
  copy[at] = byte
  return copy
}

test('a compressed file that ends early, or has another checksum, is damaged', async () => {
  const whole = await zipped(await tarOf({ name: 'a.json' }))
  await expect(unpacked(whole.subarray(0, -9))).rejects.toThrow(DAMAGED)
  await expect(unpacked(changed(whole, whole.length - 5, 1))).rejects.toThrow(DAMAGED)
})

test('a file of a gigabyte of zeros, packed into a megabyte, is refused without reading it', async () => {
  const tar = pack()
  const entry = tar.entry({ name: 'a.json', size: 1024 ** 3 })
  entry.on('error', () => {})
  const before = process.memoryUsage().rss
  Readable.from(
    (function* () {
      for (let count = 0; count < 64; count += 1) yield Buffer.alloc(1024 * 1024)
    })(),
  ).pipe(entry)
  const bomb = Readable.from(tar, { objectMode: false }).pipe(createGzip())
  const files = unpackArchive(Readable.from(bomb, { objectMode: false }))
  const { value } = await files.next()
  await expect(bytesOf(value as never, 1000)).rejects.toThrow(DAMAGED)
  await files.return(undefined)
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})
