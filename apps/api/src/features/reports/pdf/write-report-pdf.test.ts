import { readFile } from 'node:fs/promises'
import { ContentSetFile } from 'contract/content-format'
import type { ReportSnapshot } from 'contract/reports'
import { elementVerdict, stopsOf } from 'rules/band-sentences'
import { changeSentence, whatNext } from 'rules/report-conclusion'
import { reportHeadline } from 'rules/report-labels'
import { REPORT_TITLES } from 'rules/report-titles'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test, vi } from 'vitest'
import { createPdfPrinter } from '#adapters/pdf.ts'
import { reportInput } from '#testing/report-input.ts'
import { UNUSUAL_SETS } from '#testing/unusual-sets.ts'
import { pdfText } from '#testing/pdf-text.ts'
import { VERDICT_SETS } from '#testing/verdict-sets.ts'
import { workedExample } from '#testing/worked-example.ts'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import type { ReportPrint } from '#features/reports/report-page.ts'
import { writeReportPdf } from '#features/reports/write-pdf.ts'
import { threads } from '#testing/threads.ts'

const DEMO_FILE = new URL('../../../demo/operational-resilience.json', import.meta.url)
const BRAND = { colour: '#1c5c46', name: 'Northfield Trust' }

const printer = createPdfPrinter(threads)

const DEMO = ContentSetFile.parse(JSON.parse(await readFile(DEMO_FILE, 'utf8')))
const SNAPSHOT = buildSnapshot(reportInput(DEMO))
const print = (snapshot: ReportSnapshot, more: Partial<ReportPrint> = {}) =>
  writeReportPdf(printer, { snapshot, brand: BRAND, ...more })

const second = () => Math.floor(Date.now() / 1000)
const FIRST = await print(SNAPSHOT)
const firstSecond = second()

test('the demo report prints its headline, figures, every action, statement and element', async () => {
  const { text, pages } = await read(FIRST)
  expect(text).toContain(squeezed(reportHeadline(SNAPSHOT)))
  for (const { steps } of SNAPSHOT.actions) expect(text).toContain(squeezed(steps[0] ?? ''))
  for (const { title, statements } of SNAPSHOT.elements) {
    expect(text).toContain(squeezed(title))
    for (const each of statements.filter(({ next_step }) => next_step !== null))
      expect(text).toContain(squeezed(each.text))
  }
  expect(text).toContain(squeezed(`Northfield Trust, Action report 2026Page 1 of ${pages}`))
})

test('what stops the next band and the band of each element are printed', async () => {
  for (const set of Object.values(VERDICT_SETS)) {
    const snapshot = buildSnapshot(reportInput(set))
    const { text } = await read(await print(snapshot))
    const stops = stopsOf(snapshot)
    expect(text).toContain(squeezed(stops?.title.map((part) => part.text).join('') ?? ''))
    for (const { statement, goal } of stops?.rows ?? []) {
      expect(text).toContain(squeezed(statement.text))
      expect(text).toContain(squeezed(`Needs: ${goal}`))
    }
    for (const element of snapshot.elements.filter(({ verdict }) => verdict))
      expect(text).toContain(
        squeezed(
          elementVerdict(element)
            .map((part) => part.text)
            .join(''),
        ),
      )
  }
})

test('the appendix has every statement with its answers, also those without a gap', async () => {
  const input = reportInput({ ...DEMO, elements: DEMO.elements.slice(0, 2) })
  const [none, not, ...others] = input.statements.map(({ id }) => id)
  const answers = input.answers
    .filter(({ statement_id: id }) => id !== none)
    .map((answer) =>
      answer.statement_id === not
        ? { ...answer, statement_response_id: null, not_applicable_reason: 'No suppliers.' }
        : answer,
    )
  const snapshot = buildSnapshot({ ...input, answers })
  const { appendix } = await read(await print(snapshot))
  const places = snapshot.elements.flatMap(({ key, title, statements }) => [
    appendix.indexOf(squeezed(`${key}${title}`)),
    ...statements.map((statement) => {
      const labelOf = (id: number | null) =>
        statement.responses.find((response) => response.id === id)?.label ?? '–'
      const missing = { [none ?? 0]: 'Not answered', [not ?? 0]: 'Does not apply' }[statement.id]
      const said = `${missing ?? labelOf(statement.current)}${labelOf(statement.future)}`
      return appendix.indexOf(squeezed(`${statement.key}${statement.text}${said}`))
    }),
  ])
  expect(places).toHaveLength(2 + 2 + others.length)
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('the conclusion prints the change and the first actions of the quickest route', async () => {
  const earlier = { ...SNAPSHOT, year: 2025, current: 0 }
  const { text } = await read(await print(SNAPSHOT, { earlier }))
  const next = whatNext(SNAPSHOT)
  for (const sentence of [changeSentence(SNAPSHOT, earlier), next?.sentences ?? []])
    expect(text).toContain(squeezed(sentence.map((part) => part.text).join('')))
  const [first] = text.split(squeezed('Compared with 2025'))
  for (const { steps } of next?.actions ?? []) expect(first).toContain(squeezed(steps[0] ?? ''))
  expect(first).toContain(squeezed(`And ${next?.more}.`))
})

test('a report printed again later is the same file, byte for byte', async () => {
  // PDF times are in seconds.
  await vi.waitUntil(() => second() > firstSecond, { interval: 10, timeout: 20_000 })
  expect(Buffer.compare(await print(SNAPSHOT), FIRST)).toBe(0)
})

test('gains are points, and 100 points fit on one line', async () => {
  const { scale: _, ...set } = DEMO
  const snapshot = buildSnapshot(reportInput(set))
  const { text } = await read(await print(snapshot))
  expect(text).toMatch(/\d+points/)
  expect(text).not.toMatch(/\dlevels?/)
  expect(text).toContain('Actionsaresortedbybiggestgain,thenleasteffort.')
  const actions = snapshot.actions.map((action) => ({ ...action, gain: 1 }))
  const pdf = new Uint8Array(await print({ ...snapshot, actions }))
  const whole = (await extractText(pdf, { mergePages: false })).text.join('\n')
  expect(whole).toContain('100.0 points')
  expect(whole).not.toMatch(/100\.0\s*\n\s*points/)
})

test('an element without a score is shown as not scored', async () => {
  const input = reportInput({ ...DEMO, elements: DEMO.elements.slice(0, 4) })
  const unanswered = new Set(
    input.statements.filter(({ element_id }) => element_id === 2).map(({ id }) => id),
  )
  const answers = input.answers.filter((answer) => !unanswered.has(answer.statement_id))
  const snapshot = buildSnapshot({ ...input, answers })
  const { text } = await read(await print(snapshot))
  // In the radar, the list of gaps and the section's heading.
  expect(text.match(/Notscored/g)).toHaveLength(3)
  expect(text).not.toContain('–→–')
})

test('long names of 12 elements print, with and without a place to break them', async () => {
  const names = ['Nordostwasserversorgungsgenossenschaft', 'Continuity of everything that we do ']
  const elements = [...DEMO.elements, ...DEMO.elements].slice(0, 12).map((element, index) => ({
    ...element,
    key: `${element.key}${index}`,
    title: (names[index % 2] ?? '').repeat(4).slice(0, 120),
  }))
  const snapshot = buildSnapshot(reportInput({ ...DEMO, elements }))
  const { text } = await read(await print(snapshot))
  expect(text.match(/Nordostw[a-z]*…/g)).toHaveLength(12)
})

test('attachments, the introduction and a comparison with an earlier year are printed', async () => {
  const input = workedExample()
  const file = { file_name: 'plan *v3* #1 $x$.pdf', size: 2_516_582 }
  const attachments = input.statements.map(({ id }) => ({ statement_id: id, ...file }))
  const introduction = 'How to read this:\n\n- **Gaps** first'
  const contentSet = { ...input.contentSet, introduction }
  const snapshot = buildSnapshot({ ...input, contentSet, attachments })
  const earlier = { ...snapshot, year: 2025, current: 0.1 }
  const { text } = await read(await print(snapshot, { earlier }))
  expect(text).toContain(squeezed('Attachments: plan *v3* #1 $x$.pdf (2.4 MB)'))
  const titles = ['What comes next', 'Compared with 2025', 'About this assessment', 'Profile']
  const places = titles.map((title) => text.indexOf(squeezed(title)))
  expect(places[0]).toBeGreaterThan(text.indexOf(squeezed('Current level')))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(text).toContain('AboutthisassessmentHowtoreadthis:•Gapsfirst')
  expect(text).toContain(squeezed('Overall 1.3 2.3 ↑ 1.0'))
})

test('the PDF is tagged for screen readers (PDF/UA-1), with title and language', async () => {
  const pdf = await print(buildSnapshot(workedExample()))
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { info } = await document.getMetadata()
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  expect(pdf.toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>')
  expect(info).toMatchObject({ Title: 'Northfield Trust, Action report 2026', Language: 'en-GB' })
})

test('long texts, emoji, right-to-left text and letters without a font still print', async () => {
  const input = workedExample()
  const notes = [
    'Long. '.repeat(334),
    'עברית، العربية 👩‍💻🎉',
    '中文',
    `${'x'.repeat(2000)}\u0000\ud800`,
  ]
  const snapshot = buildSnapshot({
    ...input,
    statements: input.statements.map((each) => ({ ...each, text: 'So long. '.repeat(3500) })),
    notes: input.statements.map(({ id }, index) => ({
      statement_id: id,
      note: notes[index] ?? '',
    })),
  })
  const pdf = await print(snapshot, { earlier: snapshot })
  const { text, appendix, pages } = await read(pdf)
  expect(pages).toBeGreaterThan(20)
  for (const part of [text, appendix]) expect(part.match(/long\./g)?.length).toBe(4 * 3500)
  expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(2000)
})

test('statements without a gap are one line, unless there is more to read about them', async () => {
  const input = reportInput({ ...DEMO, elements: DEMO.elements.slice(0, 1) })
  const [first, second, ...others] = input.statements.map(({ id }) => id)
  const current = new Map(
    input.answers.filter(({ state }) => state === 1).map((each) => [each.statement_id, each]),
  )
  const answers = input.answers.map((each) =>
    each.statement_id === first
      ? each
      : { ...each, ...current.get(each.statement_id), state: each.state },
  )
  const notes = second === undefined ? [] : [{ statement_id: second, note: 'Agreed in June.' }]
  const snapshot = buildSnapshot({ ...input, answers, notes })
  const { text } = await read(await print(snapshot))
  const keys = snapshot.elements[0]?.statements.map(({ key }) => key).slice(2)
  expect(text).toContain(squeezed(`${others.length} statements without a gap: ${keys?.join(', ')}`))
  const shown = snapshot.elements[0]?.statements.filter((each) =>
    text.includes(squeezed(each.text)),
  )
  expect(shown?.map(({ id }) => id)).toEqual([first, second])
})

test('elements and statements have their reference everywhere, and by position only without one', async () => {
  const input = workedExample()
  const [lead, ...others] = input.statements
  if (!lead) throw new Error('There is a statement.')
  const statements = [{ ...lead, key: 'GV.OC-01' }, ...others]
  const elements = input.elements.map((element, index) => ({
    ...element,
    key: index === 0 ? 'GV' : 'auto-A9A9HEJK',
  }))
  const snapshot = buildSnapshot({ ...input, elements, statements })
  const { text } = await read(await print(snapshot, { earlier: { ...snapshot, year: 2025 } }))
  // The list of gaps, two actions, the comparison and the section's heading.
  expect(text.match(/GVLeadership/g)).toHaveLength(3)
  expect(text).toContain('GV.OC-01Leadership')
  expect(text).toContain('2Suppliers')
  expect(text).toContain('GV.OC-01Someoneleads.')
  expect(text).not.toMatch(/1\.1|auto-/)
})

test('a reference of 200 characters is printed whole, and leaves room for its statement', async () => {
  const input = workedExample()
  const key = `${'REQ-'.repeat(25)}${'x'.repeat(100)}`
  const statements = input.statements.map((each) => ({ ...each, key }))
  const notes = input.statements.map(({ id }) => ({ statement_id: id, note: 'Agreed in June.' }))
  const { text } = await read(await print(buildSnapshot({ ...input, statements, notes })))
  for (const each of statements) expect(text).toContain(squeezed(each.text))
  // Two actions of the quickest route, three actions and four statements, line by line beside what it refers to.
  expect(text.match(/REQ/g)).toHaveLength(9 * 25)
  expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(9 * 100)
})

test('what has weight 0 is printed as not counted', async () => {
  const { text } = await read(await print(buildSnapshot(reportInput(UNUSUAL_SETS.weighted))))
  expect(text.match(/Notcountedinscores/g)).toHaveLength(2)
  expect(text.match(/Notcountedintheoverallscore/g)).toHaveLength(1)
  expect(text.match(/Notcounted(?!in)/g)).toHaveLength(2)
})

/** The text before the appendix, and that of the appendix. */
async function read(pdf: Buffer) {
  const pages = await pagesOf(pdf)
  const [text = '', ...appendix] = pages.join('').split(squeezed(REPORT_TITLES.appendix))
  return { text, appendix: appendix.join(''), pages: pages.length }
}

async function pagesOf(pdf: Buffer) {
  return (await pdfText(pdf)).map(squeezed)
}

function squeezed(text: string) {
  return text.replaceAll(/[\s\u200b]+/g, '')
}
