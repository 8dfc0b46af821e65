import type { Attachment } from 'contract/attachments'
import { expect, test } from 'vitest'
import { upload } from '#testing/attached.ts'
import { anOpenAssessment } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const { anna, id, first } = await anOpenAssessment(t)

/** What a text that begins like another type of file is sent as, and what it becomes. */
async function attached(bytes: Buffer) {
  const { status, body } = await upload(anna, id, first.id, { name: 'list.csv', bytes })
  const { file_name, media_type } = body as Attachment
  await t.owner.query('delete from attachments')
  return { status, file_name, media_type }
}
const TEXT = { status: 200, file_name: 'list.csv', media_type: 'text/plain' }

test.each([
  'BMW;Supplier\r\nBosch;ok',
  'GIF policy: none',
  '%PDF exports\n',
  '%PDF-1.7 is how we keep reports\n',
  'Tax-free list\n',
  'Org-wide policy;Owner\n',
  'The moov of people\n',
  'The mdat file\n',
  'We: skip this part\n',
  'the ftypist wrote this\n',
  '!BDN list\n',
  'MZ;Name\n',
  'PAR1 is the first paragraph\n',
  'MSCF (security framework)\n',
  'SQLite format is used by the tool\n',
  'FORM 27B/6 filled in\n',
  'AC1032 Access control is reviewed\n',
  'BZh was checked\n',
  'ID3 tags were checked\n',
  'Cr24 something\n',
  'OggS\n',
  'MThd notes\n',
  'LZIP meeting notes\n',
  'Rar! what\n',
  'OTTO GmbH;Lieferant\n',
  'solid evidence of backups\n',
  '070707;Anna\n',
  `${'a'.repeat(257)}ustar  \n`,
])('the text %j stays a text under its own name', async (text) => {
  expect(await attached(Buffer.from(text))).toEqual(TEXT)
})

test.each([
  ['я проверил (CP1251)', 'fff0 efedeee2e5f0e8eb 20 f0e5e7e5f0e2'],
  ['яблоко (CP1251)', 'ffe1ebeeeaee'],
])('the text %s stays a text', async (_, hex) => {
  expect(await attached(Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toEqual(TEXT)
})

test.each([
  '备份已经验证，负责人张三\r\n',
  '項目,担当者\r\nバックアップ,山田\r\n',
  'Резервная копия проверена\r\n',
  '백업 확인 완료\r\n',
  'Έλεγχος αντιγράφων\r\n',
])('%j in UTF-16 without a mark is a text', async (text) => {
  const bytes = Buffer.from(text, 'utf16le')
  expect(await attached(bytes)).toEqual(TEXT)
  expect(await attached(Buffer.from(bytes).swap16())).toEqual(TEXT)
})

test.each([
  ['the title of a terminal’s window', '\u001B]0;build\u0007$ ls\r\nexit\u0007\r\n'],
  ['progress with backspaces', '10%\b\b\b20%\b\b\b100%\r\n'],
  ['the end of a text of DOS', 'DOS text\r\n\u001A\u001A'],
  ['a priority of syslog', '<134>Nov 28 10:00:00 host app: started\n'],
  ['an arrow', '<- see above\n'],
  ['a terminal’s change of letters', '\u001B[32mPASS\u001B[m\u000F all\u000E backups\n'],
  ['a line break of Word', 'Policy\u000BPart two\r\n'],
  ['deleted letters', 'abc\u007Fdef\n'],
  ['bells at ends of lines', 'done\u0007\nring\u0007\u0007\r\n'],
  ['separators of records', 'a\u001Fb\u001Ec\u001Dd\u001Ce\n'],
  ['zeros at its end', 'line\n\0\0\0\0'],
  ['zeros at its beginning, after it was emptied', `${'\0'.repeat(4096)}line\nline\n`],
  ['zeros in its middle, after a crash', `line\nli${'\0'.repeat(4096)}line\nline\n`],
  ['zeros at the start of a line', `line\n${'\0'.repeat(512)}\nline\n`],
  ['an address at its beginning', '<ada@x.org> wrote:\nBackups are fine.\n'],
  ['a link at its beginning', '<https://example.org/?page=1> was checked\n'],
  ['a placeholder at its beginning', '<Company> policy\n'],
  ['a placeholder of two words', '<Name of the company> policy: a = b\n'],
  ['arrows around its heading', '<<< Backup report >>>\n'],
])('a text with %s is a text', async (_, text) => {
  expect(await attached(Buffer.from(text))).toEqual(TEXT)
})

const utf32 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(4 * text.length))
  for (let at = 0; at < text.length; at++) view.setUint32(4 * at, text.charCodeAt(at), isLittle)
  return Buffer.from(view.buffer)
}

test.each([
  ['with a mark', '\uFEFFBackup – 5 €\r\n'],
  ['without a mark', 'Backup finished\r\n'],
  ['of another script', '备份已经验证'],
])('a text in UTF-32 %s is refused with what to do', async (_, text) => {
  for (const isLittle of [true, false])
    expect(
      await upload(anna, id, first.id, { name: 'a.txt', bytes: utf32(text, isLittle) }),
    ).toMatchObject({
      status: 415,
      body: { message: expect.stringMatching(/^This text file is in UTF-32.* Save it as UTF-8/) },
    })
})

test('a text with zeros between its letters is refused with the reason', async () => {
  const bytes = Buffer.from('one.txt\0two.txt\0')
  expect(await upload(anna, id, first.id, { name: 'a.txt', bytes })).toMatchObject({
    status: 415,
    body: {
      message: expect.stringMatching(
        /^This isn’t a plain text file, because it contains null characters/,
      ),
    },
  })
})

test.each([
  ['nothing but zeros', '\0'.repeat(64)],
  ['zeros and other controls', `line\n${'\0'.repeat(64)}\u0001\u0002line\n`],
])('a file with %s is no text', async (_, text) => {
  expect(await attached(Buffer.from(text))).toMatchObject({ status: 415 })
})

const log = (text: string) => Buffer.from(text, 'utf16le')
test.each([
  ['a zero at its end', log('\uFEFFBackup finished\r\n\0')],
  ['half a letter at its end', log('\uFEFFBackup finished').subarray(0, -1)],
  ['half a letter at its end, without a mark', log('Backup finished – 5 €').subarray(0, -1)],
  ['half a letter after few others', log('\uFEFFab').subarray(0, -1)],
  ['half a letter far down', log(`\uFEFF${'Backup finished\r\n'.repeat(5000)}計`).subarray(0, -1)],
  [
    'a line feed of one byte at its end',
    Buffer.concat([log('\uFEFFBackup finished\r\n'), log('\n')]).subarray(0, -1),
  ],
])('a text in UTF-16 with %s is a text', async (_, bytes) => {
  expect(await attached(bytes)).toEqual(TEXT)
})

test('a log whose appended UTF-16 ends with half a letter is a text', async () => {
  const bytes = Buffer.concat([Buffer.from('First line\n'), log('Second line').subarray(0, -1)])
  expect(await attached(bytes)).toEqual(TEXT)
})

test.each([
  ['soon', 'First line\r\n'],
  ['after an odd number of bytes', 'First line\n'],
  ['far down', 'A line that isn’t short\r\n'.repeat(5000)],
])('a log to which PowerShell appends UTF-16 %s is a text', async (_, beginning) => {
  const end = log('Second line\r\nÜbung beendet – 5 €\r\n'.repeat(3))
  expect(await attached(Buffer.concat([Buffer.from(beginning), end]))).toEqual(TEXT)
})

test.each([
  ['a bell without a terminal', 'BM ring\u0007'],
  ['bells between letters', 'ring\u0007ring\u0007\u0007!'],
  ['something after the end of a text of DOS', 'DOS\u001Aprogram'],
  ['a tag after white space', '\n <script>'],
  ['a paragraph of a page', '<p align="center">Logo</p>'],
  ['a tag of capitals in two lines', '<IMG\nSRC=x>'],
  ['a tag of another kind with attributes', '<x-panel onfocus=alert(1)>'],
  ['a tag of another kind that is closed', '<scan>1</scan>'],
  ['a tag with a namespace', '<svg:svg>'],
  ['a tag in UTF-16', '\uFEFF<\0b\0'],
  ['zeros before letters', 'MIME\0\0 letters'],
  ['bytes of a program', 'the name\u0001 and \u0002the rest'],
  ['a registry script', 'REGEDIT4\r\n\r\n[HKEY_CURRENT_USER]\r\n'],
  ['a rich text', '{\\rtf1 hi}'],
])('%s is no text', async (_, text) => {
  expect(await attached(Buffer.from(text))).not.toMatchObject({ media_type: 'text/plain' })
})

test('a PDF that reads as text is a PDF', async () => {
  const bytes = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF')
  expect(await attached(bytes)).toMatchObject({ media_type: 'application/pdf' })
})
