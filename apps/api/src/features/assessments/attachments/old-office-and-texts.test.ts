import type { Attachment } from 'contract/attachments'
import { expect, test } from 'vitest'
import { type Parts, archive } from '#testing/archive.ts'
import { upload } from '#testing/attached.ts'
import { compound } from '#testing/compound.ts'
import { anOpenAssessment } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const { anna, id, first } = await anOpenAssessment(t)

const MACROS = /^This document contains macros/
const PROTECTED = /^This document is protected with a password/
const NOT_ACCEPTED = /^You can’t attach this type of file/
const TEXT = Buffer.from('Agreed in May.')
const WORD = Buffer.alloc(600)
const protectedWord = Buffer.from(WORD).fill(1, 11, 12)
const record = (type: number, ...body: number[]) => Buffer.from([type, 0, body.length, 0, ...body])
/** A sheet of a workbook: 0 is an ordinary one, 1 one of Excel 4 macros, 6 a module of Excel 5. */
const sheet = (kind: number) => record(0x85, 0, 0, 0, 0, 0, kind, 1, 0, 0x53)
const workbook = (...records: Buffer[]) => Buffer.concat([record(9), ...records, record(10)])
/** A presentation, nested three times, that says whether it has macros. */
const show = (macros: 0 | 1) =>
  Buffer.from(
    `0f00e80324000000 0f00d0071c000000 0f00ff0314000000 020000040c000000 00000000 0${macros}000000 00000000`.replaceAll(
      ' ',
      '',
    ),
    'hex',
  )

const mail = compound({
  '__properties_version1.0': Buffer.from('WordDocument\0Workbook\0_VBA_PROJECT\0', 'utf16le'),
  '__attach_version1.0_#00000000/WordDocument': WORD,
})
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const page = '<html><script>alert(1)</script>'

test.each([
  ['an old document', 'a.doc', compound({ WordDocument: WORD }), 'application/msword'],
  [
    'an old workbook',
    'a.xls',
    compound({ Workbook: workbook(sheet(0)) }),
    'application/vnd.ms-excel',
  ],
  [
    'an old presentation',
    'a.ppt',
    compound({ 'PowerPoint Document': show(0) }),
    'application/vnd.ms-powerpoint',
  ],
  ['a mail that quotes other documents', 'a.msg', mail, 'application/vnd.ms-outlook'],
  ['a text in UTF-16', 'a.txt', utf16('\uFEFFName\r\nDóra\r\n'), 'text/plain'],
  ['a text in UTF-16, big-endian', 'a.csv', utf16('\uFEFFName;計画\r\n').swap16(), 'text/plain'],
  ['a text in UTF-16 without a mark', 'a.log', utf16('Backup finished.\r\n'), 'text/plain'],
  [
    'a long text in UTF-16',
    'a.log',
    utf16(`\uFEFF${'Backup finished.\r\n'.repeat(5000)}`),
    'text/plain',
  ],
  [
    'the log of a coloured terminal',
    'a.log',
    Buffer.from('\u001B[32mPASS\u001B[0m\n'),
    'text/plain',
  ],
  ['a text in Shift-JIS', 'a.csv', Buffer.from('8d8096da2c92539396', 'hex'), 'text/plain'],
  ['a text in ISO-2022-JP', 'a.txt', Buffer.from('1b2442397c4c5c1b2842', 'hex'), 'text/plain'],
])('%s is accepted as what it is, under its own name', async (_, name, bytes, type) => {
  const { body } = await upload(anna, id, first.id, { name, bytes })
  const { file_name, media_type } = body as Attachment
  expect({ file_name, media_type }).toEqual({ file_name: name, media_type: type })
})

test.each([
  ['an old document with macros', { WordDocument: WORD, 'Macros/VBA/dir': TEXT }],
  ['an old document with macros in lower case', { WordDocument: WORD, 'x/_vba_project': TEXT }],
  ['an old workbook with macros', { Workbook: workbook(), '_VBA_PROJECT_CUR/VBA/dir': TEXT }],
  ['an old workbook with a sheet of macros', { Workbook: workbook(sheet(0), sheet(1)) }],
  ['a workbook of Excel 5 with a sheet of macros', { Book: workbook(sheet(1)) }],
  ['a workbook of Excel 5 with a module', { Book: workbook(sheet(0), sheet(6)) }],
  ['an old presentation with macros', { 'PowerPoint Document': show(1) }],
])('%s is refused, because it has macros', async (_, streams) => {
  expect(
    await upload(anna, id, first.id, { name: 'a.doc', bytes: compound(streams) }),
  ).toMatchObject({
    status: 415,
    body: { message: expect.stringMatching(MACROS) },
  })
})

const OPEN = 'application/vnd.oasis.opendocument'
const ENCRYPTED = '<m:encryption-data m:checksum="x"><m:algorithm/></m:encryption-data>'
async function pastItsEnd() {
  const bytes = await open('text', 'content.xml', '')
  bytes.writeUInt32LE(bytes.length - 8, bytes.length - 6)
  return bytes
}
/** With long names, so that the directory has several pieces. */
const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => `Pictures/${at}`.padEnd(160, '.'))
const open = async (kind: string, part: string, encryption: string, more: Parts = {}) =>
  await archive({
    mimetype: Buffer.from(`${OPEN}.${kind}`),
    [part]: TEXT,
    'META-INF/manifest.xml': Buffer.from(
      `<m:manifest xmlns:m="x"><m:file-entry m:full-path="${part}">${encryption}</m:file-entry></m:manifest>`,
    ),
    ...more,
  })

test.each([
  ['text', 'content.xml', ENCRYPTED],
  ['spreadsheet', 'content.xml', ENCRYPTED.replaceAll('m:', '')],
  ['presentation', 'content.xml', ENCRYPTED.replaceAll('m:', 'manifest:')],
  ['text', 'encrypted-package', ENCRYPTED],
])('a protected open document (%s, %s) is called protected', async (kind, part, encryption) => {
  const bytes = await open(kind, part, encryption)
  expect(await upload(anna, id, first.id, { name: 'a.odt', bytes })).toMatchObject({
    status: 415,
    body: { message: expect.stringMatching(PROTECTED) },
  })
})

test.each([
  ['a name', 'Pictures/encryption-data', ''],
  ['a comment', 'content.xml', `<!-- ${ENCRYPTED} -->`],
  ['a text', 'content.xml', `<![CDATA[${ENCRYPTED}]]>`],
])(
  'an open document that isn’t protected is accepted, though %s says so',
  async (_, part, text) => {
    const bytes = await open('text', part, text)
    expect(await upload(anna, id, first.id, { name: 'a.odt', bytes })).toMatchObject({
      status: 200,
    })
  },
)

test('an open document of an old program, with a document type, is accepted', async () => {
  const manifest = Buffer.from(
    '<?xml version="1.0"?>\n<!DOCTYPE m:manifest PUBLIC "-//x//EN" "Manifest.dtd">\n<m:manifest/>',
  )
  const bytes = await open('text', 'content.xml', '', { 'META-INF/manifest.xml': manifest })
  expect(await upload(anna, id, first.id, { name: 'a.odt', bytes })).toMatchObject({ status: 200 })
})

test.each([
  ['with an empty folder for scripts', 200, ['Scripts/']],
  ['with a picture in a folder called basic', 200, ['Pictures/Basic/a/b.png']],
  ['with an empty library', 200, ['Basic/script-lc.xml', 'Basic/Standard/script-lb.xml']],
  ['with a module', 415, ['Basic/script-lc.xml', 'Basic/Standard/Module1.xml']],
  ['with a script', 415, ['Scripts/python/hello.py']],
  ['of 5,000 parts', 200, numbered(5000 - 3)],
  ['of 5,001 parts', 415, numbered(5001 - 3)],
])('an open document %s is answered with %d', async (_, status, paths) => {
  const parts = Object.fromEntries(paths.map((path) => [path, Buffer.alloc(0)]))
  const bytes = await open('text', 'content.xml', '', parts)
  expect(await upload(anna, id, first.id, { name: 'a.odt', bytes })).toMatchObject({ status })
})

test.each([
  ['document', { EncryptionInfo: TEXT, EncryptedPackage: TEXT }],
  ['old document', { WordDocument: protectedWord }],
  ['old workbook', { Workbook: workbook(record(0x2f, 1, 0), sheet(0)) }],
  ['old presentation', { 'PowerPoint Document': show(0), EncryptedSummary: TEXT }],
])('a protected %s is called protected', async (_, streams) => {
  expect(
    await upload(anna, id, first.id, { name: 'a.docx', bytes: compound(streams) }),
  ).toMatchObject({
    status: 415,
    body: { message: expect.stringMatching(PROTECTED) },
  })
})

test.each([
  ['a set-up program in the older container', compound({ Property: TEXT })],
  ['a container that is cut off', compound({ WordDocument: WORD }).subarray(0, 700)],
  ['an open document whose directory is past its end', await pastItsEnd()],
  ['a page in UTF-16', utf16(`\uFEFF ${page}`)],
  ['a page in UTF-16 without a mark', utf16(page)],
  ['a text in UTF-16 with a bell', utf16('\uFEFFring\u0007')],
])('%s is refused', async (_, bytes) => {
  expect(await upload(anna, id, first.id, { name: 'a.txt', bytes })).toMatchObject({
    status: 415,
    body: { message: expect.stringMatching(NOT_ACCEPTED) },
  })
})
