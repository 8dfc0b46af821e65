import { parseEmails, parseEmailsOfCsv } from 'contract/email-list'
import { asOneLine } from 'contract/fields'
import { safeRedirect } from 'contract/safe-redirect'
import { searchNorm } from 'contract/search-norm'
import { parseMarkdown } from 'markdown/parse-markdown'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFiles } from 'api/adapters/files'
import { drawLogo } from 'api/adapters/logo'
import { nameScriptsWithoutFont } from 'api/adapters/pdf-fonts'
import { openThreads } from 'api/adapters/threads'
import { finishSaml } from 'api/adapters/saml'
import { writeCsv } from 'api/core/csv'
import { openLog } from 'api/core/log'
import { checkFile } from 'api/features/assessments/attachments/check-file'
import { keyOf } from 'api/features/assessments/attachments/stored-pieces'
import { cleanName, endedAs } from 'api/features/assessments/attachments/file-name'
import { attachment, fileName } from 'api/features/content/exchange/content-exports.routes'
import { readContentFile } from 'api/features/content/files/read-content-file'
import { entityIn } from 'api/features/identity/sso/connections.routes'
import { certificatesIn } from 'api/features/identity/sso/connection-faults'
import { weaknessOf } from 'api/features/identity/session/refuse-weak-password'
import { markdownBlocks } from 'api/features/reports/pdf/report-markdown'
import { sizeOf } from 'api/features/reports/pdf/row-size'
import { readEnv } from 'api/env'
import { archive } from 'api/testing/archive'
import { lineChanges, wordChanges } from '../../apps/web/src/features/shell/text-changes.ts'
import { HOSTILE_RESPONSES } from './hostile-responses.ts'
import { type Measured, expectShort, measure, printTable } from './longest-block.ts'

// Parsers and regular expressions beside those of requests' fields (hostile-fields), each at its largest size.

const KB = 1024
const MB = KB * KB
const threads = openThreads()
const folder = await mkdtemp(join(tmpdir(), 'waymark-hostile-'))
const all: Measured[] = []
afterAll(async () => {
  printTable('parsers and regular expressions', all)
  await threads.close()
  await rm(folder, { recursive: true })
})

type Stored = Parameters<typeof checkFile>[1]
type Inputs<Input> = readonly (readonly [shape: string, input: Input])[]

/** Measures each shape, and lists the worst. */
async function worstOf<Input>(
  name: string,
  inputs: Inputs<Input>,
  work: (input: Input) => unknown,
) {
  const rows: Measured[] = []
  for (const [shape, input] of inputs)
    rows.push(await measure({ name, size: shape, work: () => work(input) }))
  for (const { size, block } of rows.filter(({ block }) => block > 50))
    console.info(`${name}, ${size}: ${block.toFixed(1)} ms`)
  const worst = rows.reduce((one, other) => (other.block > one.block ? other : one))
  all.push(worst)
  expectShort([worst])
}

function filled(shape: string, length: number): string {
  return shape.repeat(Math.ceil(length / shape.length)).slice(0, length)
}

/** Each shape at this length. */
function texts(length: number, shapes: readonly string[], size = sizeText(length)) {
  return shapes.map(
    (shape) => [`${size} of ${JSON.stringify(shape)}`, filled(shape, length)] as const,
  )
}

function sizeText(length: number) {
  if (length >= MB) return `${(length / MB).toFixed(0)} MB`
  return length >= 10 * KB ? `${(length / KB).toFixed(0)} KB` : `${length} characters`
}

const ANY = [
  'a',
  ' ',
  '\n',
  '.',
  '-',
  '"',
  '<',
  '>',
  '@',
  ',',
  '=',
  '?',
  '?a=',
  '\u0300\u0316',
  '%',
]

test('SAML responses, metadata and certificates', async () => {
  const request = { id: '_1', createdAt: new Date() }
  const settings = {
    issuer: 'https://idp.example',
    entryPoint: 'https://idp.example/sso',
    certificate: 'MIIB',
    entityId: 'https://sp.example',
    callbackUrl: 'https://sp.example/acs',
    requiredContexts: [],
  }
  const responses = HOSTILE_RESPONSES.map(({ name, xml }) => [`64 KB of ${name}`, xml] as const)
  await worstOf('SAML response (saml-worker)', responses, (xml) =>
    finishSaml(threads, settings, Buffer.from(xml).toString('base64'), request).catch(() => {}),
  )
  const metadata = responses.map(
    ([name, xml]) => [`1 MB${name.slice(5)}`, filled(xml, MB)] as const,
  )
  await worstOf('SAML metadata', metadata, entityIn)
  const pem = ['-----BEGIN CERTIFICATE-----', '-----BEGIN ', '-----BEGIN A-----x-----END A-----\n']
  await worstOf('certificates', texts(20_000, pem), (text) => {
    expect(() => certificatesIn(text)).toThrow()
  })
}, 600_000)

const MARKDOWN = [
  ...[
    '*',
    '**a',
    '_a_ ',
    '*a **b ',
    '[',
    '[a](',
    '![',
    '[a]: b\n',
    '<',
    '<a',
    '<!--',
    '`',
    '``a',
    '\\',
  ],
  ...[
    '> ',
    '>',
    '- ',
    '1. ',
    '- a\n',
    '# a\n',
    '***\n',
    '    a\n',
    '&',
    '&amp;',
    '&#0;',
    '```\n',
    '~~~a\n',
  ],
  ...[
    '[a][',
    '[](',
    '](',
    '[a](<',
    '<a@b.',
    '<http:a',
    ' \n',
    '\t',
    '|a',
    '\n\n',
    'a  \n',
    '*_',
    '_*a',
  ],
]

test('Markdown, for pages and PDFs', async () => {
  const deep = Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')
  const inputs = [...texts(60_000, MARKDOWN), ['lists 300 levels deep', deep] as const]
  await worstOf('Markdown of the terms, on a page', inputs, parseMarkdown)
  const short = [...texts(32_000, MARKDOWN), ['lists 300 levels deep', deep] as const]
  await worstOf('Markdown of an introduction, in a PDF', short, markdownBlocks)
}, 600_000)

test('other texts of PDFs and files', async () => {
  const letters = ['ก', 'กa', '\u0300', '漢', '한', 'ا', 'a']
  await worstOf('scripts without a font', texts(32_000, letters), nameScriptsWithoutFont)
  await worstOf('width of a row in a PDF', texts(32_000, letters), (text) => sizeOf(text))
  await worstOf('a cell of a CSV file', texts(32_000, [...ANY, '=', '\t=', '＝']), (text) =>
    writeCsv([[text]]),
  )
  const names = ['-v1', '-v1.', '.', ' ', 'é', '\u0300\u0316', '"', '٣']
  await worstOf('the name of an export', texts(500, names), (title) =>
    attachment(fileName(title, 1, 'xlsx')),
  )
  await worstOf(
    'the name of an attachment',
    texts(1000, [...ANY, '. ', 'a.', '/', '\u200d']),
    (name) => endedAs(cleanName(name), ['pdf']),
  )
}, 600_000)

test('requests: redirects, searches and what is logged', async () => {
  const paths = ['/', '/a', '/\\', '/?', '/%2f', '/../', '/a#']
  await worstOf('a redirect', texts(16 * KB, paths), safeRedirect)
  await worstOf('a search text', texts(254, [...ANY, 'ß', 'İ']), searchNorm)
  const log = openLog({ LOG_LEVEL: 'error' }, { write() {} })
  await worstOf(
    'an error in the log',
    texts(16 * KB, [...ANY, 'a?', '?a=b ', '\\', 'a-']),
    (text) => log.error({ err: new Error(text) }, text),
  )
  await worstOf('a name from a provider', texts(MB, [...ANY, '\0', '\ud800', '👩‍💻']), asOneLine)
  const answers = ['[', '{"a":', '"\\u0000', '0,', '-', 'e']
  await worstOf('an OpenID answer', texts(MB, answers), (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow()
  })
}, 600_000)

test('lists of email addresses', async () => {
  const shapes = [
    'a@b.c ',
    'a@b.c,',
    '<',
    '<a@b.c>',
    '"',
    '"",',
    'a <',
    '@',
    '\u00ad',
    '<a',
    ';',
    '"a",\n',
  ]
  await worstOf('pasted addresses (in the browser)', texts(256 * KB, shapes), parseEmails)
  await worstOf('addresses of a CSV file (in the browser)', texts(MB, shapes), parseEmailsOfCsv)
}, 600_000)

test('passwords', async () => {
  const owner = {
    tenant: { name: filled('a b', 120), domain: filled('a-b', 63) },
    email: `${filled('a.', 60)}@example.org`,
    name: filled('a ', 120),
  }
  const isBreached = async () => false
  const shapes = [
    'a',
    'ab',
    'p4$$w0rd',
    '1qaz',
    '@4(<',
    '$1$|',
    'l1|!',
    '2026',
    'aA',
    'qwerty',
    '0o',
    '👩',
  ]
  await worstOf('strength of a password (password-worker)', texts(128, shapes), (password) =>
    weaknessOf(password, owner, { threads, isBreached }),
  )
}, 600_000)

test('logos and attachments', async () => {
  const png = '\x89PNG\r\n\x1a\n'
  const logos = ['<svg>', `${png}`, '\xff\xd8\xff', 'RIFFxxxxWEBP'].map(
    (start) =>
      [`2 MB of ${JSON.stringify(start)}`, Buffer.from(filled(start, 2 * MB), 'latin1')] as const,
  )
  await worstOf('a logo (threads of sharp)', logos, drawLogo)
  const parts = Object.fromEntries(
    Array.from({ length: 5000 }, (_, n) => [`word/${n}.xml`, Buffer.from('x')] as const),
  )
  const types = { '[Content_Types].xml': Buffer.from(filled('<Default ', MB)) }
  const starts = [
    'a',
    ' ',
    '<',
    '\0',
    '%PDF-',
    'PK\x03\x04',
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    'ID3\x04',
    'RIFF',
    '\0\0\0 ftyp',
  ]
  const files = [
    ...starts.map(
      (start) => [`25 MB of ${JSON.stringify(start)}`, filled(start, 25 * MB)] as const,
    ),
    [
      'a document of 5,000 parts',
      (await archive({ ...types, ...parts })).toString('latin1'),
    ] as const,
  ]
  const store = await openFiles({ ...readEnv({ NODE_ENV: 'test', DATA_DIR: folder }) })
  const stored: (readonly [string, Stored])[] = []
  for (const [index, [name, text]] of files.entries()) {
    const at = { tenant_id: 1, file_id: String(index) }
    const pieces = Array.from({ length: Math.ceil(text.length / MB) }, (_, n) => String(n))
    for (const [n, piece] of pieces.entries())
      await store.put(keyOf(at, piece), Buffer.from(text.slice(n * MB, (n + 1) * MB), 'latin1'))
    stored.push([name, { ...at, pieces, piece_bytes: MB, size: text.length } as Stored])
  }
  await worstOf('the type of an attachment', stored, (file) => checkFile(store, file))
}, 600_000)

test('files of content sets', async () => {
  const json = ['[', '{"a":', '0,', '"', '[0,', '{"a":1,"a":1,', ' ', '\\'].map(
    (shape) =>
      [`20 MB of ${JSON.stringify(shape)}`, Buffer.from(`[${filled(shape, 20 * MB - 1)}`)] as const,
  )
  await worstOf('a JSON file (content-worker)', json, (file) =>
    readContentFile(threads, { name: 'a.json', file }),
  )
  const sheets = [
    '<',
    '<c r="A1"/>',
    '<c><f>',
    '<row>',
    '<!--',
    '&',
    ' a="',
    '<mergeCell ref="A1:B2"/>',
  ]
  const workbooks: (readonly [string, Buffer])[] = []
  for (const shape of sheets)
    workbooks.push([
      `19 MB of ${JSON.stringify(shape)}`,
      await archive({
        '[Content_Types].xml': Buffer.from('<Types></Types>'),
        'xl/workbook.xml': Buffer.from('<workbook></workbook>'),
        'xl/worksheets/sheet1.xml': Buffer.from(`<sheetData>${filled(shape, 19 * MB)}`),
      }),
    ])
  await worstOf('a workbook (content-worker)', workbooks, (file) =>
    readContentFile(threads, { name: 'a.xlsx', file }),
  )
}, 1_200_000)

test('comparisons of texts (in the browser)', async () => {
  const lines = (word: string, length: number) =>
    Array.from({ length: length / 8 }, (_, n) => `${word}${n}`.padEnd(7)).join('\n')
  const terms = [['60,000 characters, all lines differ', 60_000] as const]
  await worstOf('versions of the terms (in the browser)', terms, (length) => {
    lineChanges(lines('a', length), lines('b', length))
  })
  const words = [['32,000 characters, all words differ', 32_000] as const]
  await worstOf('versions of a statement (in the browser)', words, (length) => {
    wordChanges(lines('a', length), lines('b', length))
  })
}, 600_000)
