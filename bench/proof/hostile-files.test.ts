import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFiles } from 'api/adapters/files'
import { drawLogo } from 'api/adapters/logo'
import { openThreads } from 'api/adapters/threads'
import { finishSaml } from 'api/adapters/saml'
import { checkFile } from 'api/features/assessments/attachments/check-file'
import { keyOf } from 'api/features/assessments/stored-pieces'
import { readContentFile } from 'api/features/content/files/read-content-file'
import { entityIn } from 'api/features/identity/sso/test-connection'
import { certificatesIn } from 'api/adapters/certificates'
import { weaknessOf } from 'api/features/identity/session/refuse-weak-password'
import { readEnv } from 'api/read-env'
import { archive } from 'api/testing/archive'
import { largestLogos } from 'api/testing/largest-logos'
import { HOSTILE_RESPONSES } from './hostile-responses.ts'
import { printTable } from './longest-block.ts'
import { MB, filled, texts, worst, worstOf } from './hostile-shapes.ts'

// What is parsed in threads or in parts, each at its largest size.

const threads = openThreads()
const folder = await mkdtemp(join(tmpdir(), 'waymark-hostile-'))
afterAll(async () => {
  printTable('files and what threads parse', worst.splice(0))
  await threads.close()
  await rm(folder, { recursive: true })
})

type Stored = Parameters<typeof checkFile>[1]

test('hostile SAML responses, metadata and certificates block for at most 50 ms', async () => {
  const request = { id: '_1', createdAt: new Date() }
  const settings = {
    issuer: 'https://idp.example',
    domain: 'example.org',
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

test('hostile passwords block for at most 50 ms', async () => {
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

test('hostile logos and attachments block for at most 50 ms', async () => {
  const png = '\x89PNG\r\n\x1a\n'
  const logos = ['<svg>', png, '\xff\xd8\xff', 'RIFFxxxxWEBP'].map(
    (start) =>
      [`2 MB of ${JSON.stringify(start)}`, Buffer.from(filled(start, 2 * MB), 'latin1')] as const,
  )
  await worstOf('a logo (threads of sharp)', logos, drawLogo)
  await worstOf('the largest logo (threads of sharp)', await largestLogos(), async (logo) => {
    expect(await drawLogo(logo)).toBeDefined()
  })
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
  await worstOf('the type of an attachment', stored, (file) =>
    checkFile({ files: store, threads }, file),
  )
}, 600_000)

test('hostile files of content sets block for at most 50 ms', async () => {
  const json = ['[', '{"a":', '0,', '"', '[0,', '{"a":1,"a":1,', ' ', '\\'].map(
    (shape) =>
      [`20 MB of ${JSON.stringify(shape)}`, Buffer.from(`[${filled(shape, 20 * MB - 1)}`)] as const,
  )
  await worstOf('a JSON file (content-worker)', json, (file) =>
    readContentFile(threads, { name: 'a.json', file: Uint8Array.from(file) }),
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
    readContentFile(threads, { name: 'a.xlsx', file: Uint8Array.from(file) }),
  )
}, 1_200_000)
