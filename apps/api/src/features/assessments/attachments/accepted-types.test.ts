import type { Attachment } from 'contract/attachments'
import { expect, test } from 'vitest'
import { archive } from '#testing/archive.ts'
import { upload } from '#testing/attached.ts'
import { PIXEL } from '#testing/factories.ts'
import { anOpenAssessment } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'
const TEXT = Buffer.from('Agreed in May.')
const WEBM = '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581'

const latin = (text: string) => Buffer.from(text.padEnd(64, '\0'), 'latin1')
const media = (brand: string) => latin(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}`)
const riff = (kind: string) => latin(`RIFF\x20\0\0\0${kind}`)
const office = async (main: string): Promise<Buffer> =>
  await archive({
    '[Content_Types].xml': Buffer.from(
      `<?xml version="1.0"?><Types><Override ContentType="${OFFICE}.${main}.main+xml"/></Types>`,
    ),
  })
const open = async (kind: string): Promise<Buffer> =>
  await archive({ mimetype: Buffer.from(`${OPEN}.${kind}`), 'content.xml': Buffer.from('<x/>') })

const t = await testApp({ works: false })
const { anna, id, first } = await anOpenAssessment(t)

test.each<[type: string, endings: string[], bytes: Buffer]>([
  ['image/png', ['png', 'PNG'], PIXEL],
  ['image/jpeg', ['jpg', 'jpeg'], Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), latin('')])],
  ['image/gif', ['gif'], latin('GIF89a\x01\0\x01\0\0\0\0;')],
  ['image/webp', ['webp'], riff('WEBPVP8 ')],
  ['image/avif', ['avif'], media('avif')],
  ['image/bmp', ['bmp'], latin('BM')],
  [
    'image/tiff',
    ['tif', 'tiff'],
    Buffer.concat([Buffer.from('49492a0008000000', 'hex'), latin('')]),
  ],
  ['image/heic', ['heic', 'heif'], media('heic')],
  ['image/heif', ['heif', 'heic'], media('mif1')],
  ['application/pdf', ['pdf'], latin('%PDF-1.7\n%%EOF')],
  [`${OFFICE}.wordprocessingml.document`, ['docx'], await office('wordprocessingml.document')],
  [`${OFFICE}.spreadsheetml.sheet`, ['xlsx'], await office('spreadsheetml.sheet')],
  [`${OFFICE}.presentationml.presentation`, ['pptx'], await office('presentationml.presentation')],
  [`${OPEN}.text`, ['odt'], await open('text')],
  [`${OPEN}.spreadsheet`, ['ods'], await open('spreadsheet')],
  [`${OPEN}.presentation`, ['odp'], await open('presentation')],
  ['text/plain', ['txt', 'csv', 'tsv', 'md', 'log', 'json', 'yaml', 'yml'], TEXT],
  ['audio/mpeg', ['mp3'], latin('ID3\x04\0\0\0\0\0\0\xff\xfb\x90\x64')],
  ['audio/wav', ['wav'], riff('WAVEfmt ')],
  ['audio/x-m4a', ['m4a'], media('M4A ')],
  ['video/mp4', ['mp4', 'm4v'], media('isom')],
  ['video/quicktime', ['mov'], media('qt  ')],
  ['video/webm', ['webm'], Buffer.concat([Buffer.from(WEBM, 'hex'), latin('')])],
])('a file of the type %s keeps its name with the ending %j', async (type, endings, bytes) => {
  for (const ending of endings) {
    const name = `evidence.${ending}`
    const { body } = await upload(anna, id, first.id, { name, bytes })
    const { file_name, media_type } = body as Attachment
    expect({ file_name, media_type }).toEqual({ file_name: name, media_type: type })
  }
  await t.owner.query('delete from attachments')
})
