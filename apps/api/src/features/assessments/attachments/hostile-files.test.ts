import type { Attachment } from 'contract/attachments'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { archive } from '#testing/archive.ts'
import { upload } from '#testing/attached.ts'
import { EICAR } from '#testing/clamav-server.ts'
import { PIXEL } from '#testing/factories.ts'
import { anOpenAssessment } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

/** A file with the name it is sent under, and the name and type it gets; without them it is refused. */
type HostileFile = {
  about: string
  name: string
  bytes: Buffer
  becomes?: { name: string; type: string }
}

const JPEG = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.alloc(64),
  Buffer.from('ffd9', 'hex'),
])
const PDF = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
const GIF = Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')
const SCRIPT = '<script>alert(document.domain)</script>'
const TEXT = Buffer.from('Agreed in May.')
const OFFICE = 'application/vnd.openxmlformats-officedocument'
const WORD = `${OFFICE}.wordprocessingml.document`
const SHEET = `${OFFICE}.spreadsheetml.sheet`

const refused = (about: string, name: string, bytes: Buffer | string): HostileFile => ({
  about,
  name,
  bytes: Buffer.from(bytes as string, 'latin1'),
})
const accepts = (about: string, name: string, bytes: Buffer, type: string, shown = name) => ({
  about,
  name,
  bytes,
  becomes: { name: shown, type },
})

const ACTIVE: HostileFile[] = [
  refused('a page', 'page.html', `<!DOCTYPE html><html>${SCRIPT}</html>`),
  refused('a page named as a picture', 'page.png', `<html>${SCRIPT}</html>`),
  refused('a page after white space', 'page.txt', ` \n\t\n<html>${SCRIPT}`),
  refused('a page after a byte order mark', 'page.txt', `\xef\xbb\xbf<html>${SCRIPT}`),
  refused('a page after a comment', 'page.txt', `<!-- x --><html>${SCRIPT}`),
  refused('a script element', 'note.txt', SCRIPT),
  refused('a drawing with a script', 'logo.svg', `<svg xmlns="x">${SCRIPT}</svg>`),
  refused('a drawing with a prologue', 'logo.svg', `<?xml version="1.0"?><svg>${SCRIPT}</svg>`),
  refused('a drawing named as a picture', 'logo.png', `<svg onload="alert(1)"/>`),
  refused('a packed drawing', 'logo.svgz', Buffer.from('1f8b0800', 'hex')),
  refused('a style sheet for XML', 'style.xsl', '<?xml version="1.0"?><xsl:stylesheet/>'),
  refused('a mail page', 'mail.mht', `MIME-Version: 1.0\0\n\n${SCRIPT}`),
  refused('an HTML application', 'tool.hta', `<HTA:APPLICATION>${SCRIPT}`),
  refused('a link', 'a.lnk', Buffer.from('4c0000000114020000000000c000000000000046', 'hex')),
  refused('a rich text, which may hold anything', 'letter.rtf', '{\\rtf1{\\object\\objdata 01}}'),
  refused('a PostScript program', 'print.ps', '%!PS-Adobe-3.0\n(x) run'),
]

const PROGRAMS: HostileFile[] = [
  refused('a program of Windows', 'setup.exe', `MZ\x90\0\x03\0\0\0${'\0'.repeat(64)}PE\0\0`),
  refused('a program named as a PDF', 'invoice.pdf', `MZ\x90\0\x03\0\0\0${'\0'.repeat(64)}`),
  refused('a program of Linux', 'tool', '\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0'),
  refused('a program of macOS', 'tool', Buffer.from('cffaedfe07000001', 'hex')),
  refused('a shell script', 'run.sh', '#!/bin/sh\nrm -rf /'),
  refused('a shell script called a text', 'run.txt', '#!/usr/bin/env python\nimport os'),
  refused('a class of Java', 'Tool.class', Buffer.from('cafebabe0000003400', 'hex')),
  refused('a program for browsers', 'tool.wasm', Buffer.from('0061736d01000000', 'hex')),
  refused('a package of Debian', 'tool.deb', '!<arch>\ndebian-binary   '),
  refused('a 7z archive', 'all.7z', Buffer.from('377abcaf271c0004', 'hex')),
  refused('a RAR archive', 'all.rar', Buffer.from('526172211a070100', 'hex')),
  refused('a gzip archive', 'all.gz', Buffer.from('1f8b080000000000', 'hex')),
  refused('a disk', 'disk.iso', Buffer.alloc(40_000)),
  refused('noise', 'noise.bin', Buffer.from('00ff8812aa0300c1', 'hex')),
  refused('zeros called a text', 'zeros.txt', Buffer.alloc(5000)),
  refused('a text with a bell', 'bell.txt', 'ring\x07'),
  refused('a database', 'all.db', 'SQLite format 3\0\x10\0'),
]

const DISGUISED: HostileFile[] = [
  accepts('a picture called a page', 'page.html', PIXEL, 'image/png', 'page.html.png'),
  accepts('a picture called a program', 'setup.exe', JPEG, 'image/jpeg', 'setup.exe.jpg'),
  accepts('a PDF called a picture', 'plan.png', PDF, 'application/pdf', 'plan.png.pdf'),
  accepts('a text called a script', 'run.js', TEXT, 'text/plain', 'run.js.txt'),
  accepts('a text called a batch', 'run.bat', TEXT, 'text/plain', 'run.bat.txt'),
  accepts('a text without an ending', 'README', TEXT, 'text/plain', 'README.txt'),
  accepts('a picture with a page at its end', 'x.png', joined(PIXEL, SCRIPT), 'image/png'),
  accepts('a GIF that is a script, too', 'x.gif', joined(GIF, '=1;alert(1)'), 'image/gif'),
  accepts('a PDF with a page in it', 'x.pdf', joined(PDF, SCRIPT), 'application/pdf'),
  accepts('a picture of 50,000 by 50,000', 'bomb.png', hugePng(), 'image/png'),
  accepts('a text with a page further down', 'a.txt', joined(TEXT, SCRIPT), 'text/plain'),
  accepts('a table with a formula', 'a.csv', Buffer.from('=cmd|x!A1,2'), 'text/plain'),
  accepts('the EICAR file, without a scanner', 'eicar.txt', Buffer.from(EICAR), 'text/plain'),
]

const files = [...ACTIVE, ...PROGRAMS, ...DISGUISED, ...namesOf(), ...(await documents())]

const t = await testApp({ works: false })
const { anna, id, first } = await anOpenAssessment(t)

test('there are at least 60 hostile files', () => {
  expect(files.length).toBeGreaterThanOrEqual(60)
})

const refusals = files.filter(({ becomes }) => !becomes).map((file) => [file.about, file] as const)
test.each(refusals)('%s is refused and leaves no row', async (_, file) => {
  expect(await upload(anna, id, first.id, file)).toMatchObject({
    status: 415,
    code: 'unsupported-media-type',
  })
  const { rows } = await t.owner.query('select from attachments')
  expect(rows).toEqual([])
})

const SHOWN = /^image\/(png|jpeg|webp)$/

const accepted = files.flatMap((file) => (file.becomes ? [[file.about, file] as const] : []))
test.each(accepted)('%s is accepted as what it is, and sent as nothing else', async (_, file) => {
  const { body } = await upload(anna, id, first.id, file)
  const { id: attachment, file_name: name, media_type: type } = body as Attachment
  expect({ name, type }).toEqual(file.becomes)
  const answer = await anna.caller.get(`/attachments/${attachment}/content`)
  expect(answer.bytes.equals(file.bytes)).toBe(true)
  const disposition = SHOWN.test(type ?? '') ? 'inline' : 'attachment'
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/^sandbox; /),
    'content-disposition': expect.stringMatching(new RegExp(`^${disposition}; filename`)),
  })
  await t.owner.query('delete from attachments')
})

function namesOf(): HostileFile[] {
  const shown: [about: string, name: string, becomes: string][] = [
    ['up and out', '../../etc/passwd.txt', 'passwd.txt'],
    ['a path of Windows', 'C:\\Windows\\win.txt', 'win.txt'],
    ['a device', 'CON.txt', '_CON.txt'],
    ['a numbered device', 'lpt1', '_lpt1.txt'],
    ['a name turned around', 'gpj.\u202etxt.txt', 'gpj.txt.txt'],
    ['what cannot be seen', 'a\u200b\u2066\u00ad\u3164\ufe0fb.txt', 'ab.txt'],
    ['controls', 'a\u0000\u0092\u000bb.txt', 'ab.txt'],
    ['half a letter', 'a\ud800b.txt', 'ab.txt'],
    ['signs of HTML', '<img src=x onerror=alert(1)>.txt', '_img src=x onerror=alert(1)_.txt'],
    ['a quote and a line', 'a"\r\nx: y.txt', 'a_x_ y.txt'],
    ['dots and spaces alone', ' ... ', 'file.txt'],
    ['a hidden name', '.htaccess', 'htaccess.txt'],
    [
      'joiners that shape its letters',
      'می\u200cخواهم 👩\u200d💻.txt',
      'می\u200cخواهم 👩\u200d💻.txt',
    ],
    ['joiners that shape nothing', '\u200d.pl\u200can.\u200dtxt', 'plan.txt'],
    ['too many accents', `x${'\u0301'.repeat(99)}.txt`, `x${'\u0301'.repeat(30)}.txt`],
    ['300 characters', `${'n'.repeat(300)}.txt`, `${'n'.repeat(115)}….txt`],
    ['other letters', '計画 é.txt', '計画 é.txt'],
  ]
  return shown.map(([about, name, becomes]) =>
    accepts(`a name with ${about}`, name, TEXT, 'text/plain', becomes),
  )
}

async function documents(): Promise<HostileFile[]> {
  const types = (main: string, more = '') =>
    `<?xml version="1.0"?><Types><Override ContentType="${main}.main+xml"/>${more}</Types>`
  const word = { '[Content_Types].xml': types(WORD), 'word/document.xml': '<x/>' }
  const macro = 'application/vnd.ms-office.vbaProject'
  const open = 'application/vnd.oasis.opendocument.text'
  return [
    accepts('a document', 'a.docx', await zip(word), WORD),
    accepts('a document called a page', 'a.html', await zip(word), WORD, 'a.html.docx'),
    accepts('a workbook', 'a.xlsx', await zip({ '[Content_Types].xml': types(SHEET) }), SHEET),
    accepts(
      'an open document',
      'a.odt',
      await zip({ mimetype: open, 'content.xml': '<x/>' }),
      open,
    ),
    refused(
      'a document whose macro has another name',
      'a.docx',
      await zip({ ...word, '[Content_Types].xml': types(WORD, `<x ContentType="${macro}"/>`) }),
    ),
    refused(
      'a document that writes the type of its macro with entities',
      'a.docx',
      await zip({
        ...word,
        '[Content_Types].xml': types(
          WORD,
          `<x ContentType="${macro.replace('vba', '&#x76;&#98;a')}"/>`,
        ),
      }),
    ),
    ...(await Promise.all(
      ['&#x0000076;', '&#00000118;', `&#x${'0'.repeat(500)}76;`].map(async (v) =>
        refused(
          `a document that writes it with the entity ${v.slice(0, 12)}`,
          'a.docx',
          await zip({
            ...word,
            '[Content_Types].xml': types(
              WORD,
              `<x ContentType="${macro.replace('vba', `${v}ba`)}"/>`,
            ),
          }),
        ),
      ),
    )),
    refused(
      'a document that writes it with an entity of its own',
      'a.docx',
      await zip({
        ...word,
        '[Content_Types].xml': `<!DOCTYPE x [<!ENTITY v "v">]>${types(WORD, `<x ContentType="${macro.replace('vba', '&v;ba')}"/>`)}`,
      }),
    ),
    refused(
      'a document that writes it in an encoding of its own',
      'a.docx',
      await zip({
        ...word,
        '[Content_Types].xml': types(
          WORD,
          `<x ContentType="${macro.replace('vba', '+AHY-ba')}"/>`,
        ).replace('?>', ' encoding="utf-7"?>'),
      }),
    ),
    refused(
      'a workbook whose sheet of Excel 4 macros is elsewhere',
      'a.xlsx',
      await zip({
        '[Content_Types].xml': types(
          SHEET,
          '<x ContentType="application/vnd.ms-excel.macrosheet+xml"/>',
        ),
      }),
    ),
    refused(
      'a document of a type with macros',
      'a.docm',
      await zip({ '[Content_Types].xml': types('application/vnd.ms-word.document.macroEnabled') }),
    ),
    refused(
      'an open document with a macro',
      'a.odt',
      await zip({ mimetype: open, 'Basic/Standard/Module1.xml': '<x/>' }),
    ),
    refused(
      'an open document whose macro has a line break in its name',
      'a.odt',
      await zip({ mimetype: open, 'Basic/Standard\n/Module1.xml': '<x/>' }),
    ),
    refused('an archive', 'a.zip', await zip({ 'a.txt': 'Hello' })),
    refused('an archive called a document', 'a.docx', await zip({ 'run.exe': 'MZ' })),
    refused('a package of Java', 'a.jar', await zip({ 'META-INF/MANIFEST.MF': 'x' })),
    refused('a document that is cut off', 'a.docx', (await zip(word)).subarray(0, -30)),
    refused(
      'a document whose list of parts inflates to 50 MB',
      'a.docx',
      await zip({ '[Content_Types].xml': types(WORD) + ' '.repeat(50_000_000) }),
    ),
  ]
}

function joined(bytes: Buffer, text: string) {
  return Buffer.concat([bytes, Buffer.from(` ${text}`)])
}

/** The header alone gives the size. */
function hugePng() {
  const png = Buffer.from(PIXEL)
  png.writeUInt32BE(50_000, 16)
  png.writeUInt32BE(50_000, 20)
  return Buffer.concat([png, deflateRawSync(Buffer.alloc(1000))])
}

function zip(parts: Record<string, string>) {
  const texts = Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)] as const)
  return archive(Object.fromEntries(texts))
}
