import { GeneratedFile } from 'contract/generated-files'
import { beforeEach, expect, test } from 'vitest'
import { fileMakers } from '#file-makers.ts'
import { scopeOf } from '#db/scope.ts'
import {
  type TestUser,
  aContentSet,
  aReport,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from '#testing/factories.ts'
import { longSet } from '#testing/long-set.ts'
import { pdfText } from '#testing/pdf-text.ts'
import { settledPdf } from '#testing/download-pdf.ts'
import { testApp } from '#testing/test-app.ts'
import { createFile, removeOldFiles } from '#support/create-file.ts'
import { insertFile } from '#support/generated-files.queries.ts'

const HOUR = 3_600_000

const t = await testApp()
let tenant = await aTenant(t.db)
let user: TestUser
beforeEach(async () => {
  t.clock.now = () => new Date()
  tenant = await aTenant(t.db)
  user = await aUser(t.db, { tenant })
})

const long = longSet({ elements: 60, statements: 3, responses: 4 })

async function reportOf(file = long) {
  const contentSetId = await aContentSet(t.db, { tenant, file })
  return await aReport(t.db, user, await anAssessment(t.db, { user, contentSetId }))
}
const aPdf = () => {
  const kind = 'report-pdf' as const
  return { kind, userId: user.id, name: 'a.pdf', printHash: Buffer.from('a'), now: new Date() }
}
const start = async (report: number, by = user) =>
  GeneratedFile.parse((await t.as(by).post(`/reports/${report}/pdf`)).body)
const statusOf = async (id: number, by = user) =>
  (await t.as(by).get(`/report-pdfs/${id}/file`)).status

test('a short report is printed straight away, a long one once by a job', async () => {
  expect(await start(await reportOf(aSmallSet()))).toMatchObject({ status: 'ready', progress: 100 })
  const report = await reportOf()
  const made = await start(report)
  const name = expect.stringMatching(/-v1\.pdf$/)
  expect(made).toMatchObject({ name, status: 'making', progress: 0 })
  expect([200, 409]).toContain(await statusOf(made.id))
  expect((await start(report)).id).toBe(made.id)
  await settledPdf(t.as(user), made.id)
  expect(await start(report)).toEqual({ ...made, status: 'ready', progress: 100 })
  const { bytes, headers } = await t.as(user).get(`/report-pdfs/${made.id}/file`)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename=${made.name}`,
  })
  expect((await pdfText(bytes)).join(' ')).toContain('Element 60 of many')
}, 150_000)

test('the progress of a PDF grows and ends with the file', async () => {
  const input = { ...aPdf(), expectedMs: 10_000 }
  const { id } = await insertFile(t.db, scopeOf(tenant.id), input, { print: '{}' })
  const progressAfter = async (ms: number) => {
    t.clock.now = () => new Date(input.now.getTime() + ms)
    return GeneratedFile.parse((await t.as(user).get(`/report-pdfs/${id}`)).body).progress
  }
  expect(await progressAfter(0)).toBe(0)
  const [five, ten, long] = [
    await progressAfter(5000),
    await progressAfter(10_000),
    await progressAfter(90_000),
  ]
  expect(five).toBeGreaterThan(30)
  expect(ten).toBeGreaterThan(five)
  expect(long).toBeGreaterThan(ten)
  expect(long).toBeLessThan(100)
})

test('only the user who requested a PDF can see and download it', async () => {
  const { id } = await start(await reportOf(aSmallSet()))
  const colleague = await aUser(t.db, { tenant, roles: ['admin'] })
  expect(await statusOf(id)).toBe(200)
  expect(await statusOf(id, colleague)).toBe(404)
  expect((await t.as(colleague).get(`/report-pdfs/${id}`)).status).toBe(404)
})

test('a job that fails is attempted again, and then shown as failed', async () => {
  const { id } = await insertFile(t.db, scopeOf(tenant.id), aPdf(), { print: '{}' })
  const job = { tenantId: tenant.id, id }
  const statusAfter = async (number: number, isLast: boolean) => {
    await expect(createFile(t.app, fileMakers, job, { number, isLast })).rejects.toThrow()
    return GeneratedFile.parse((await t.as(user).get(`/report-pdfs/${id}`)).body).status
  }
  expect(await statusAfter(1, false)).toBe('making')
  expect(await statusAfter(2, true)).toBe('failed')
  expect(await t.as(user).get(`/report-pdfs/${id}/file`)).toMatchObject({
    status: 409,
    text: expect.stringContaining('could not be created. Request a new one.'),
  })
})

test('a PDF whose job has died is shown as failed after ten minutes', async () => {
  const { id } = await insertFile(t.db, scopeOf(tenant.id), aPdf(), { print: '{}' })
  const statusAfter = async (minutes: number) => {
    t.clock.now = () => new Date(Date.now() + minutes * 60_000)
    return GeneratedFile.parse((await t.as(user).get(`/report-pdfs/${id}`)).body).status
  }
  expect(await statusAfter(9)).toBe('making')
  expect(await statusAfter(11)).toBe('failed')
})

test('a file is kept for a day, and each user keeps their ten newest files', async () => {
  const report = await reportOf(aSmallSet())
  const { id } = await start(report)
  const rows = async () =>
    (await t.sql`select id from generated_files where created_by = ${user.id} order by id`).map(
      (row) => Number(row['id']),
    )
  t.clock.now = () => new Date(Date.now() + 23 * HOUR)
  await removeOldFiles(t.app)
  expect(await statusOf(id)).toBe(200)
  t.clock.now = () => new Date(Date.now() + 25 * HOUR)
  expect(await statusOf(id)).toBe(404)
  await removeOldFiles(t.app)
  expect(await rows()).toEqual([])
  t.clock.now = () => new Date()
  const made: number[] = []
  while (made.length < 12) made.push((await start(report)).id)
  expect(await rows()).toEqual(made.slice(2))
})
