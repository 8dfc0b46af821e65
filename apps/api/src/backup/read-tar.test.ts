import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createGzip } from 'node:zlib'
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

/** An archive of a gigabyte of which only the first megabyte ever arrives. */
async function firstOfGigabyte() {
  const tar = pack()
  const entry = tar.entry({ name: 'a.json', size: 1024 ** 3 })
  entry.on('error', () => {})
  entry.write(Buffer.alloc(1024 * 1024))
  const zip = Readable.from(tar, { objectMode: false }).pipe(
    createGzip({ flush: constants.Z_SYNC_FLUSH }),
  )
  const files = unpackArchive(Readable.from(zip, { objectMode: false }))
  const { value } = await files.next()
  if (!value) throw new Error('The archive is empty.')
  return { file: value, end: () => zip.destroy() }
}

test('a file is passed on while it arrives', async () => {
  const { file, end } = await firstOfGigabyte()
  const { value } = await file.chunks.next()
  expect([file.size, (value ?? []).length > 0]).toEqual([1024 ** 3, true])
  end()
})

test('a file that is too large is refused without reading it', async () => {
  const { file, end } = await firstOfGigabyte()
  await expect(bytesOf(file, 1000)).rejects.toThrow(DAMAGED)
  end()
})
