import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LastDownload } from 'contract/downloads'
import readExcelFile from 'read-excel-file/web-worker'
import { expect, vi } from 'vitest'
import { waymark } from '#cli/waymark.ts'
import { partsOf } from './archive.ts'
import { entriesOf } from './archived.ts'
import { openLink } from './attached.ts'
import type { Client, Reply } from './client.ts'
import { TEST_SECRET } from './names.ts'
import { pdfText } from './pdf-text.ts'
import type { TestApp } from './test-app.ts'
import { TEXTS, type typedJourney } from './typed-journey.ts'

type Journey = Awaited<ReturnType<typeof typedJourney>>

/** All texts that a value has, one to a line, with the line breaks of each. */
function textsIn(value: unknown): string[] {
  if (value instanceof Date) return [value.toISOString()]
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.values(value).flatMap(textsIn)
}

const joined = (...values: unknown[]) => values.flatMap(textsIn).join('\n')

function wordText(bytes: Buffer): string {
  return bytes
    .toString()
    .replaceAll(/<w:(?:cr|br)\/>|<\/w:p>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
}

async function sheetText(bytes: Buffer | undefined): Promise<string> {
  const sheets = await readExcelFile(Uint8Array.from(bytes ?? []).buffer)
  return joined(sheets)
}

const ok = (answer: Reply) => {
  expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([200, ''])
  return answer
}

/** A PDF, also before the first test. */
async function printed(caller: Client, path: string): Promise<Reply> {
  const { id } = ok(await caller.post(path)).body as { id: number }
  const isReady = async () =>
    expect((await caller.get(`/report-pdfs/${id}`)).body).toMatchObject({ status: 'ready' })
  await vi.waitFor(isReady, { timeout: 120_000, interval: 200 })
  return await caller.get(`/report-pdfs/${id}/file`)
}

/** What each page and file has of an assessment, as text. */
export async function typedPlaces(t: TestApp, journey: Journey) {
  const { ann, auditor, cleo, id, a, c, report, certificate } = journey
  const [anna, judge] = [t.as(ann), t.as(auditor)]
  const bytes = async (path: string) => ok(await anna.get(path)).bytes
  const pdfs = [
    await printed(anna, `/reports/${report}/pdf`),
    await printed(anna, `/certifications/${certificate}/report/pdf`),
    await anna.get(`/certifications/${certificate}/pdf`),
  ]
  const words = [
    await bytes(`/reports/${report}/docx`),
    await bytes(`/certifications/${certificate}/report/docx`),
  ]
  const sheets = [
    await bytes(`/reports/${report}/xlsx`),
    await bytes(`/certifications/${certificate}/report/xlsx`),
    await bytes(`/assessments/${id}/plan/xlsx`),
  ]
  const csv = [await bytes(`/reports/${report}/csv`), await bytes(`/assessments/${id}/plan/csv`)]
  const revoking = { reason: TEXTS.revoked.text }
  ok(await judge.post(`/certifications/${certificate}/revocation`, revoking))
  const pages = [
    ...[
      `/elements/${a}`,
      `/elements/${c}`,
      '/outline',
      '/plan',
      '/people',
      '/comments',
      '/submission',
      '/approvals',
      '/reminders',
    ].map((path) => anna.get(`/assessments/${id}${path}`)),
    anna.get('/overview', { query: { type: 'certification' } }),
    anna.get(`/reports/${report}`),
    anna.get(`/certifications/${certificate}`),
    t.as(cleo).get(`/assessments/${id}/comments`),
    judge.get(journey.path),
  ]
  const shown = [...journey.during, ...(await Promise.all(pages))].map((page) => ok(page).body)
  const zip = await everythingOf(t, journey)
  const named = Object.entries(zip)
  const texts = (pattern: RegExp) => named.filter(([name]) => pattern.test(name))
  return {
    page: joined(shown),
    pdf: (
      await Promise.all(pdfs.map(async (pdf) => (await pdfText(ok(pdf).bytes)).join('\n')))
    ).join('\n'),
    word: (
      await Promise.all(
        words.map(async (word) =>
          wordText((await partsOf(word))['word/document.xml'] ?? Buffer.of()),
        ),
      )
    ).join('\n'),
    xlsx: (await Promise.all(sheets.map(sheetText))).join('\n'),
    csv: csv.join('\n'),
    'everything as JSON': joined(
      texts(/^json\//).map(([, part]) => JSON.parse(String(part)) as unknown),
    ),
    'everything as workbooks': (
      await Promise.all(texts(/^xlsx\//).map(([, part]) => sheetText(part)))
    ).join('\n'),
    archive: await archiveOf(t, journey),
  }
}

async function everythingOf(t: TestApp, { admin }: Journey) {
  const ada = t.as(admin)
  const path = '/organisation/download'
  ok(await ada.post(path))
  const last = async () => ((await ada.get(path)).body as LastDownload).download
  await vi.waitFor(async () => expect((await last())?.status).toBe('ready'), {
    timeout: 60_000,
    interval: 100,
  })
  const { body } = await ada.post(`${path}/${(await last())?.id}/link`)
  const answer = await openLink(t, admin.host, (body as { path: string }).path)
  return await partsOf(answer.rawPayload)
}

async function archiveOf(t: TestApp, { tenant }: Journey): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-typed-'))
  const out = join(folder, 'organisation.tar.gz')
  const variables = {
    DATABASE_URL: t.ownerUrl,
    WAYMARK_SECRET: TEST_SECRET,
    DATA_DIR: join(t.filesDir, '..'),
  }
  await waymark(['tenant', 'export', tenant.domain, '--out', out], variables)
  const tables = (await entriesOf(out)).filter(
    ({ name }) => name.includes('/') && !name.startsWith('files/'),
  )
  await rm(folder, { recursive: true })
  // Rows as COPY writes them, one to a line.
  return tables.map(({ bytes }) => bytes.toString().replaceAll(String.raw`\n`, '\n')).join('\n')
}
