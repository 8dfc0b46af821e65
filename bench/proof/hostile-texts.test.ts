import { parseEmailCells, parseEmails } from 'contract/email-list'
import { asOneLine } from 'contract/fields'
import { safeRedirect } from 'contract/safe-redirect'
import { searchNorm } from 'contract/search-norm'
import { parseMarkdown } from 'markdown/parse-markdown'
import { afterAll, expect, test } from 'vitest'
import { nameScriptsWithoutFont } from 'api/adapters/pdf-fonts'
import { writeCsv } from 'api/core/csv'
import { openLog } from 'api/core/log'
import { safeFileName, withFileExtension } from 'api/features/assessments/attachments/file-name'
import {
  contentDisposition,
  exportFileName,
} from 'api/features/content/exchange/content-exports.routes'
import { markdownBlocks } from 'api/features/reports/pdf/report-markdown'
import { sizeOf } from 'api/features/reports/pdf/row-size'
import { lineChanges, wordChanges } from '../../apps/web/src/support/text-changes.ts'
import { printTable } from './longest-block.ts'
import { KB, MB, texts, worst, worstOf } from './hostile-shapes.ts'
import { MARKDOWN } from './markdown-shapes.ts'

// Each text at its largest size. Fields of requests are in hostile-fields.test.ts.

afterAll(() => printTable('texts', worst.splice(0)))

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

test('hostile Markdown, for pages and PDFs, blocks for at most 50 ms', async () => {
  const deep = Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')
  const inputs = [...texts(60_000, MARKDOWN), ['lists 300 levels deep', deep] as const]
  await worstOf('Markdown of the terms, on a page', inputs, parseMarkdown)
  const short = [...texts(32_000, MARKDOWN), ['lists 300 levels deep', deep] as const]
  await worstOf('Markdown of an introduction, in a PDF', short, markdownBlocks)
}, 600_000)

test('other hostile texts of PDFs and files block for at most 50 ms', async () => {
  const letters = ['ก', 'กa', '\u0300', '漢', '한', 'ا', 'a']
  await worstOf('scripts without a font', texts(32_000, letters), nameScriptsWithoutFont)
  await worstOf('width of a row in a PDF', texts(32_000, letters), (text) => sizeOf(text))
  await worstOf('a cell of a CSV file', texts(32_000, [...ANY, '=', '\t=', '＝']), (text) =>
    writeCsv([[text]]),
  )
  const names = ['-v1', '-v1.', '.', ' ', 'é', '\u0300\u0316', '"', '٣']
  await worstOf('the name of an export', texts(500, names), (title) =>
    contentDisposition(exportFileName(title, 1, 'xlsx')),
  )
  await worstOf(
    'the name of an attachment',
    texts(1000, [...ANY, '. ', 'a.', '/', '\u200d']),
    (name) => withFileExtension(safeFileName(name), ['pdf']),
  )
}, 600_000)

test('hostile redirects, searches and logged requests block for at most 50 ms', async () => {
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
  await worstOf('an OpenID answer', texts(128 * KB, answers), (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow()
  })
}, 600_000)

test('hostile lists of email addresses block for at most 50 ms', async () => {
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
    '\n',
    'a\n',
    '"a",\n',
  ]
  await worstOf('pasted addresses (in the browser)', texts(256 * KB, shapes), parseEmails)
  await worstOf('cells of a CSV file (in the browser)', texts(256 * KB, shapes), (text) =>
    parseEmailCells(text.split('\n')),
  )
}, 600_000)

test('comparing hostile texts, in the browser, blocks for at most 50 ms', async () => {
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
