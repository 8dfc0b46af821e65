import readWorkbook from 'read-excel-file/node'
import { afterEach, expect, test, vi } from 'vitest'
import { gainFormat } from 'rules/action-labels'
import { weightedSet } from '#testing/language-sets.ts'
import { reportInput } from '#testing/report-input.ts'
import { VERDICT_SETS } from '#testing/verdict-sets.ts'
import { workedExample } from '#testing/worked-example.ts'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { writeReportCsv, writeReportWorkbook } from './report-files.ts'

const FORMULAS = ['=1+1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '=HYPERLINK("x","y")']

afterEach(() => void vi.useRealTimers())

test('the CSV has a header and one row for each action, in the order of the report', () => {
  const csv = writeReportCsv(buildSnapshot(workedExample()))
  expect(csv.split('\r\n').slice(0, 3)).toEqual([
    '\ufeffRank,Action,Group,Element reference,Element,Statement reference,Statement,Current,Future,Gain (points),Gap (responses),Gap (percent),Effort (all steps),Benefit (1 to 5),On the quickest route,Note,Attachments',
    '1,Keep the list current.,,suppliers,Suppliers,list,Suppliers are listed.,Partly,Mostly,37.5,1,50,4,4,Yes,,',
    '2,Test the plan.,,leadership,Leadership,plan,There is a plan.,Partly,Mostly,6.3,1,33,4,4,Yes,,',
  ])
  expect(csv).toContain('\r\n3,"Agree who leads.\nPut it in writing.",,leadership,Leadership,lead,')
  expect(csv).toContain(',Not yet,Mostly,4.2,2,67,7,5,No,Since March.,')
})

test('rows name the group, and elements and statements without an author’s key by position', async () => {
  const { elements, statements, ...input } = workedExample()
  const key = 'auto-A9A9HEJK'
  const snapshot = buildSnapshot({
    ...input,
    elements: elements.map((element) => ({ ...element, key, group: 'Steering' })),
    statements: statements.map((statement) => ({ ...statement, key })),
    notes: statements.map(({ id }) => ({ statement_id: id, note: 'Seen in May.' })),
  })
  expect(writeReportCsv(snapshot)).toContain(',Steering,2,Suppliers,2.1,Suppliers are listed.,')
  const [actions, , remarks] = await readWorkbook(await writeReportWorkbook(snapshot))
  const places = ['Steering', '2', 'Suppliers', '2.1', 'Suppliers are listed.']
  expect(actions?.data[1]?.slice(2, 7)).toEqual(places)
  expect(remarks?.data[3]?.slice(0, 5)).toEqual(places)
})

test('a gain that is too small to show is a number too', async () => {
  const snapshot = buildSnapshot(reportInput(weightedSet()))
  const actions = snapshot.actions.map((action, index) => ({
    ...action,
    gain: index === 1 ? 0.000_234_5 : action.gain,
  }))
  const [sheet] = await readWorkbook(await writeReportWorkbook({ ...snapshot, actions }))
  expect(sheet?.data[2]?.[9]).toBe(0.023)
})

test('gains in files are those that the report shows', () => {
  const snapshot = buildSnapshot(reportInput(weightedSet()))
  const rows = writeReportCsv(snapshot).trim().split('\r\n').slice(1)
  const gainOf = gainFormat(snapshot)
  expect(rows).toHaveLength(snapshot.actions.length)
  for (const [index, action] of snapshot.actions.entries())
    expect(rows[index]).toContain(`,${Number(gainOf(action))},${action.levels},`)
})

test('a workbook of a staged set has what stops the next band and the band of each element', async () => {
  const snapshot = buildSnapshot(reportInput(VERDICT_SETS.staged))
  const sheets = await readWorkbook(await writeReportWorkbook(snapshot))
  const rowsOf = (name: string) => sheets.find(({ sheet }) => sheet === name)?.data ?? []
  const [, ...stops] = rowsOf('Next band')
  expect(stops).toHaveLength(snapshot.path?.missing?.statement_count ?? 0)
  expect(new Set(stops.map((row) => row.at(-1)))).toEqual(new Set(['In place']))
  expect(rowsOf('Element bands').map((row) => row.slice(2))).toEqual([
    ['Element', 'Current band', 'Future band', 'Certified band'],
    ...snapshot.elements.map(({ title, verdict }) => [
      title,
      verdict?.current ?? null,
      verdict?.future ?? null,
      null,
    ]),
  ])
  expect(rowsOf('Report')).toContainEqual(['Band reached', 'None yet'])
})

test.each(FORMULAS)('%j is text in the CSV and the workbook, never a formula', async (formula) => {
  const [, first] = writeReportCsv(withText(formula)).split('\r\n')
  expect(first?.split(/,(?=['"])/)[1]).toMatch(/^"?'/)
  const [actions] = await readWorkbook(await writeReportWorkbook(withText(formula)))
  expect(actions?.data[1]?.[6]).toBe(formula.trim())

  const snapshot = withNotes(formula, formula)
  const [noted, , notes] = await readWorkbook(await writeReportWorkbook(snapshot))
  for (const sheet of [noted, notes])
    expect(sheet?.data[1]?.slice(-2)).toEqual([formula.trim(), formula.trim()])
  const [, row = ''] = writeReportCsv(snapshot).split('\r\n')
  expect(row).toMatch(/,Yes,("?'.*),("?'.*)$/s)
})

test('a report gives the same workbook byte for byte, whenever it is written', async () => {
  const snapshot = buildSnapshot(workedExample())
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T09:00:00Z') })
  const first = await writeReportWorkbook(snapshot)
  vi.setSystemTime(new Date('2031-02-03T17:45:12Z'))
  expect((await writeReportWorkbook(snapshot)).equals(first)).toBe(true)
})

test('the workbook reopens with the same rows, numbers as numbers', async () => {
  const [actions, report] = await readWorkbook(
    await writeReportWorkbook(buildSnapshot(workedExample())),
  )
  expect(actions?.sheet).toBe('Actions')
  const texts = 'suppliers|Suppliers|list|Suppliers are listed.|Partly|Mostly'.split('|')
  const row = [1, 'Keep the list current.', null, ...texts, 37.5, 1, 50, 4, 4, 'Yes', null, null]
  expect(actions?.data[1]).toEqual(row)
  expect(report?.data).toContainEqual(['Finalised', new Date('2026-11-18T09:00:00Z')])
})

test('the workbook has the introduction as text', async () => {
  const input = workedExample()
  const introduction = '=How to **read** this'
  const introduced = { ...input, contentSet: { ...input.contentSet, introduction } }
  const rowOf = async (snapshot: ReturnType<typeof buildSnapshot>) => {
    const [, report] = await readWorkbook(await writeReportWorkbook(snapshot))
    return report?.data.find(([field]) => field === 'Introduction')
  }
  expect(await rowOf(buildSnapshot(input))).toBeUndefined()
  expect(await rowOf(buildSnapshot(introduced))).toEqual(['Introduction', introduction])
})

test('notes and attachment names are listed with their actions, and every answer with its own on a sheet', async () => {
  const snapshot = withNotes('Seen in May.', 'minutes.txt', 'plan.pdf')
  const [, first = ''] = writeReportCsv(snapshot).split('\r\n')
  expect(first).toMatch(/,Yes,Seen in May\.,"minutes\.txt\nplan\.pdf"$/)
  const [actions, , remarks] = await readWorkbook(await writeReportWorkbook(snapshot))
  expect(actions?.data[1]?.slice(-2)).toEqual(['Seen in May.', 'minutes.txt\nplan.pdf'])
  const statements = snapshot.elements.flatMap((element) => element.statements)
  expect(statements.length).toBeGreaterThan(snapshot.actions.length)
  expect(remarks?.sheet).toBe('Answers')
  expect(remarks?.data[1]?.slice(-2)).toEqual(['Seen in May.', 'minutes.txt\nplan.pdf'])
  expect(remarks?.data).toHaveLength(statements.length + 1)
})

function withNotes(note: string, ...names: string[]) {
  const input = workedExample()
  const ids = input.statements.map(({ id }) => id)
  return buildSnapshot({
    ...input,
    notes: ids.map((statement_id) => ({ statement_id, note })),
    attachments: ids.flatMap((statement_id) =>
      names.map((file_name) => ({ statement_id, file_name, size: 5 })),
    ),
  })
}

function withText(text: string) {
  const input = workedExample()
  for (const statement of input.statements) statement.text = text
  return buildSnapshot(input)
}
