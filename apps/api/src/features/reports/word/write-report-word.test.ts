import { readFile } from 'node:fs/promises'
import { ContentSetFile } from 'contract/content-format'
import type { ReportSnapshot } from 'contract/reports'
import { elementVerdict, stopsOf } from 'rules/band-sentences'
import { changeSentence, whatNext } from 'rules/report-conclusion'
import { reportHeadline } from 'rules/report-labels'
import { expect, test } from 'vitest'
import { stripControls } from '#core/csv.ts'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import type { ReportPrint } from '#features/reports/report-page.ts'
import { partsOf } from '#testing/archive.ts'
import { LANGUAGE_SETS } from '#testing/language-sets.ts'
import { longSet } from '#testing/long-set.ts'
import { reportInput } from '#testing/report-input.ts'
import { threads } from '#testing/threads.ts'
import { VERDICT_SETS } from '#testing/verdict-sets.ts'
import { workedExample } from '#testing/worked-example.ts'
import { createReportWord } from './create-report-word.ts'
import { writeReportWord } from './write-report-word.ts'

const DEMO_FILE = new URL('../../../demo/operational-resilience.json', import.meta.url)
const DEMO = ContentSetFile.parse(JSON.parse(await readFile(DEMO_FILE, 'utf8')))
const BRAND = { colour: '#1c5c46', name: 'Northfield Trust' }

test('headings are Word’s own styles, in the order of the PDF', async () => {
  const snapshot = buildSnapshot(reportInput({ ...DEMO, introduction: 'Read this.' }))
  const { document, styled } = await written(snapshot, { earlier: { ...snapshot, year: 2025 } })
  expect(styled('Title')).toEqual(['Action report 2026'])
  expect(styled('Heading1')).toEqual([
    'What comes next',
    'Compared with 2025',
    'About this assessment',
    'Profile',
    'Actions',
    'Elements',
    'Appendix: all statements and answers',
  ])
  expect(styled('Heading2')).toEqual(snapshot.elements.map(({ key, title }) => `${key} ${title}`))
  expect(styled('Heading3')).toEqual(snapshot.elements.flatMap(({ band }) => band?.title ?? []))
  expect(document.indexOf('Current level')).toBeLessThan(document.indexOf('What comes next'))
})

test('the document has the conclusion, every action, and what each element says', async () => {
  const snapshot = buildSnapshot(reportInput(DEMO))
  const earlier = { ...snapshot, year: 2025, current: 0 }
  const { paragraphs } = await written(snapshot, { earlier })
  const next = whatNext(snapshot)
  const sentences = [changeSentence(snapshot, earlier), next?.sentences ?? []].map((parts) =>
    parts.map(({ text }) => text).join(''),
  )
  for (const text of [reportHeadline(snapshot), ...sentences, `And ${next?.more}.`])
    expect(paragraphs).toContain(text)
  for (const { steps } of snapshot.actions) expect(paragraphs).toContain(steps[0])
  const statements = snapshot.elements.flatMap((element) => element.statements)
  const open = statements.filter((statement) => statement.next_step !== null)
  expect(paragraphs).toEqual(expect.arrayContaining(open.map(({ text }) => text)))
  expect(paragraphs).toEqual(expect.arrayContaining(['Quickest route', '1.7 points']))
})

test('what stops the next band and the band of each element are in the document', async () => {
  for (const set of Object.values(VERDICT_SETS)) {
    const snapshot = buildSnapshot(reportInput(set))
    const { document, paragraphs } = await written(snapshot)
    const stops = stopsOf(snapshot)
    expect(stops?.rows.length).toBeGreaterThan(0)
    for (const { statement, goal } of stops?.rows ?? [])
      expect(document).toMatch(new RegExp(`${statement.text}.*, needs: .*${goal}`))
    expect(paragraphs).toContain(stops?.title.map(({ text }) => text).join(''))
    for (const element of snapshot.elements.filter(({ verdict }) => verdict))
      expect(paragraphs).toContain(
        elementVerdict(element)
          .map(({ text }) => text)
          .join(''),
      )
  }
})

test('what counts for nothing is said, and so is a comparison in percent', async () => {
  const [first, ...others] = DEMO.elements
  const [statement, ...rest] = first?.statements ?? []
  if (!first || !statement) throw new Error('The demo set is empty.')
  const statements = [{ ...statement, weight: 0 }, ...rest]
  const input = reportInput({ ...DEMO, elements: [{ ...first, statements }, ...others] })
  const snapshot = buildSnapshot(input)
  const content_set = { ...snapshot.content_set, scale: ['No', 'Yes'] }
  const earlier = { ...snapshot, year: 2025, content_set }
  const { footer, paragraphs } = await written(snapshot, { earlier })
  expect(paragraphs).toEqual(expect.arrayContaining(['Not counted in scores', 'Not counted']))
  expect(paragraphs.filter((text) => /both are shown as percentages/.test(text))).toHaveLength(1)
  expect(footer).toMatch(/>, Action report 2026\. </)
  expect(footer).toContain('Page ')
})

test('the heads of all tables repeat on every page', async () => {
  const snapshot = buildSnapshot(reportInput(DEMO))
  const { document } = await written(snapshot, { earlier: { ...snapshot, year: 2025 } })
  const tables = document.split('<w:tbl>').slice(1)
  // Figures, comparison, profile, actions, appendix, and one for each element.
  expect(tables).toHaveLength(5 + snapshot.elements.length)
  for (const table of tables) {
    const [first] = table.split('</w:tr>')
    expect(first).toContain('<w:tblHeader')
    expect(table.match(/<w:tblHeader/g)).toHaveLength(1)
  }
})

test('Markdown is written as paragraphs, lists and bold text', async () => {
  const introduction =
    'How to **read** this:\n\n- one\n  1. nested\n- two\n\n1. first\n\n- - deep\n  - deeper'
  const { document, numbering, paragraphs } = await written(
    buildSnapshot(reportInput({ ...DEMO, introduction })),
  )
  expect(paragraphs).toEqual(expect.arrayContaining(['How to read this:', 'one', 'nested', 'two']))
  const [before = ''] = document.split('<w:t xml:space="preserve">read</w:t>')
  expect(before.slice(before.lastIndexOf('<w:r>'))).toContain('<w:b/>')
  const [one, nested, two, first] = ['one', 'nested', 'two', 'first'].map((text) =>
    signOf(document, text),
  )
  expect([one, nested, two, first].map((sign) => sign?.level)).toEqual(['0', '1', '0', '0'])
  expect(two?.list).toBe(one?.list)
  expect(first?.list).not.toBe(nested?.list)
  expect(paragraphs).toEqual(expect.arrayContaining(['deep', 'deeper']))
  // Each level of steps is indented further.
  const starts = [...numbering.matchAll(/%\d\."\/>.*?w:(?:start|left)="(\d+)"/g)]
  expect(starts.slice(0, 3).map(([, start]) => start)).toEqual(['720', '1440', '2160'])
})

test('a document is in the language of its content set, our own words in English', async () => {
  const german = await written(buildSnapshot(reportInput(LANGUAGE_SETS.german)))
  expect(german.styles).toContain('<w:lang w:val="de"')
  expect(german.document).toContain('<w:lang w:val="en-GB"')
  expect(german.document).not.toMatch(/<w:bidi\/>|<w:bidiVisual\/>|<w:rtl\/>/)
})

test('an Arabic document has its paragraphs and tables from right to left', async () => {
  const snapshot = buildSnapshot(reportInput(LANGUAGE_SETS.arabic))
  const { document, styles } = await written(snapshot)
  expect(styles).toContain('w:bidi="ar"')
  const tables = document.match(/<w:tbl>/g)?.length
  expect(document.match(/<w:bidiVisual\/>/g)).toHaveLength(tables ?? 0)
  const paragraphs = document.split('<w:p>').slice(1)
  const [title] = snapshot.elements.map((element) => element.title)
  const heading = paragraphs.find((each) => each.includes('Heading2') && each.includes(title ?? ''))
  expect(heading).toContain('<w:bidi/>')
  expect(heading).toContain('<w:rtl/>')
  const own = paragraphs.find((each) => each.includes('>What comes next<'))
  expect(own).not.toContain('<w:bidi/>')
  expect(own).toContain('<w:jc w:val="right"/>')
})

test('notes, reasons and attachments are there, without characters that XML can’t have', async () => {
  const input = workedExample()
  const attachments = input.statements.map(({ id }) => ({
    statement_id: id,
    file_name: 'plan <b> & "x".pdf',
    size: 2_516_582,
  }))
  const notes = input.statements.map(({ id }) => ({
    statement_id: id,
    note: 'One\u0000\u0007\ntwo',
  }))
  const snapshot = buildSnapshot({ ...input, attachments, notes })
  const { document, paragraphs } = await written(snapshot)
  expect(paragraphs).toContain('Attachments: plan <b> & "x".pdf (2.4 MB)')
  expect(paragraphs).toContain('Note: Onetwo')
  expect(document).toContain('>One</w:t><w:cr/>')
  expect(stripControls(document)).toBe(document)
  expect(paragraphs).toContain('Does not apply to us. We have no such supplier.')
})

test('a report without score, actions and bands has sentences instead', async () => {
  const input = reportInput({ ...DEMO, certificationBands: [] })
  const { paragraphs } = await written(buildSnapshot(input))
  expect(paragraphs).toContain('There is no report from an earlier year to compare with.')
  expect(paragraphs.find((text) => text.startsWith('This content set has no'))).toBeDefined()
  const none = await written(buildSnapshot({ ...input, answers: [] }))
  expect(none.paragraphs).toContain(
    'None of the statements apply to us, so there is nothing to do.',
  )
  expect(none.styled('Heading1')).toEqual([
    'Profile',
    'Actions',
    'Elements',
    'Appendix: all statements and answers',
  ])
})

test('a thread writes the document of a long set', async () => {
  const snapshot = buildSnapshot(
    reportInput(longSet({ elements: 60, statements: 2, responses: 4 })),
  )
  const file = await createReportWord(threads, { snapshot, brand: BRAND })
  expect((await read(file)).paragraphs).toContain('E60 Element 60 of many')
})

async function written(snapshot: ReportSnapshot, more: Partial<ReportPrint> = {}) {
  return await read(await writeReportWord({ snapshot, brand: BRAND, ...more }))
}

async function read(file: Buffer) {
  const parts = await partsOf(file)
  const document = parts['word/document.xml']?.toString() ?? ''
  const all = document.split(/<w:p>|<w:p /).slice(1)
  return {
    document,
    styles: parts['word/styles.xml']?.toString() ?? '',
    numbering: parts['word/numbering.xml']?.toString() ?? '',
    footer: parts['word/footer1.xml']?.toString() ?? '',
    paragraphs: all.map(textOf),
    styled: (style: string) =>
      all.filter((each) => each.includes(`<w:pStyle w:val="${style}"/>`)).map(textOf),
  }
}

/** The level and the list of the item with this text. */
function signOf(document: string, text: string) {
  const [before = ''] = document.split(`>${text}</w:t>`)
  const paragraph = before.slice(before.lastIndexOf('<w:p>'))
  return /<w:ilvl w:val="(?<level>\d)"\/><w:numId w:val="(?<list>\d+)"/.exec(paragraph)?.groups
}

function textOf(paragraph: string) {
  const texts = [...paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text)
  const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&', '&apos;': "'" }
  return texts
    .join('')
    .replaceAll(/&(?:lt|gt|quot|amp|apos);/g, (each) => entities[each as keyof typeof entities])
}
