import { expect, test } from 'vitest'
import { archive } from '#testing/archive.ts'
import { upload } from '#testing/attached.ts'
import { anOpenAssessment } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const { anna, id, first } = await anOpenAssessment(t)

type Texts = Record<string, string>

async function attached(parts: Texts) {
  const bytes = Object.entries(parts).map(([path, text]) => [path, Buffer.from(text)] as const)
  const file = { name: 'a.docx', bytes: await archive(Object.fromEntries(bytes)) }
  const { status, body } = await upload(anna, id, first.id, file)
  await t.owner.query('delete from attachments')
  return { status, message: (body as { message?: string }).message }
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const typesOf = (main: string, more = '') => ({
  '[Content_Types].xml': `<?xml version="1.0"?><Types><Override ContentType="${OFFICE}.${main}.main+xml"/>${more}</Types>`,
})
const relation = (type: string, target: string) =>
  `<Relationships><Relationship Id="a" Type="http://x/${type}" Target="${target}"/></Relationships>`

const word = { ...typesOf('wordprocessingml.document'), 'word/document.xml': '<x/>' }
/** A document whose main part is written as this, and refers to another part. */
const referring = (main: string, type = 'vbaProject', target = 'any.bin') => ({
  ...word,
  '_rels/.rels': relation('officeDocument', main),
  'word/_rels/document.xml.rels': relation(type, target),
  'word/any.bin': 'x',
})
const sheets = {
  ...typesOf('spreadsheetml.sheet'),
  '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
  'xl/workbook.xml': '<x/>',
  'xl/any/sheet1.xml': '<x/>',
}
const open = { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' }

test.each<[string, Texts]>([
  ['a document that refers to a macro', referring('word/document.xml')],
  ['one from the root and in capitals', referring('/WORD/document.xml')],
  ['one with steps and an escape', referring('./x/../word/%64ocument.xml')],
  ['one with a backslash', referring('word\\document.xml')],
  ['one with an entity', referring('word/&#100;ocument.xml')],
  [
    'a workbook that refers to a sheet of Excel 4 macros',
    { ...sheets, 'xl/_rels/workbook.xml.rels': relation('xlMacrosheet', 'any/sheet1.xml') },
  ],
  [
    'a document that is also an open one with a macro',
    { ...word, 'META-INF/manifest.xml': '<m/>', 'Basic/A/B.xml': '<x/>' },
  ],
  ['an open document with a macro in an object', { ...open, 'Object 1/Basic/A/B.xml': '<x/>' }],
])('%s has macros', async (_, parts) => {
  expect(await attached(parts)).toMatchObject({
    status: 415,
    message: expect.stringMatching(/^This document contains macros/),
  })
})

test.each<[string, Texts]>([
  ['a picture named after a macro', { ...word, 'word/media/vbaproject-plan.png': 'x' }],
  ['a part that nothing refers to', { ...word, 'word/vbaProject.bin': 'x' }],
  ['a folder of scripts', { ...word, 'customXml/scripts/item1.xml': '<x/>' }],
  ['a theme in a folder called basic', { ...word, 'word/theme/basic/a/theme1.xml': '<x/>' }],
  [
    'types of parts with such names, and a comment',
    {
      ...word,
      ...typesOf(
        'wordprocessingml.document',
        '<Override PartName="/word/media/vbaProject.png" ContentType="image/png"/><!-- vbaProject -->',
      ),
    },
  ],
  [
    'the data of a diagram in a binary workbook',
    {
      ...word,
      ...typesOf(
        'wordprocessingml.document',
        '<Default Extension="xlsb" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.12"/>',
      ),
    },
  ],
  ['a link to such a name', referring('word/document.xml', 'hyperlink', 'x/vbaProject')],
])('a document with %s has none', async (_, parts) => {
  expect(await attached(parts)).toEqual({ status: 200, message: undefined })
})
