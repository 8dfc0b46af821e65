import { reports } from 'contract/reports'
import { expect, test } from 'vitest'
import { demoUser } from '#testing/demo-user.ts'
import { loadDemo } from '#demo/load-demo.ts'
import { hashOf } from '#core/random-token.ts'
import { anAttachment } from '#testing/attached.ts'
import {
  THIS_YEAR,
  aContentSet,
  aReport,
  aTenant,
  aUser,
  theTenant,
  anAssessment,
} from '#testing/factories.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { downloadPdf } from '#testing/download-pdf.ts'
import { pdfText } from '#testing/pdf-text.ts'
import { partsOf } from '#testing/archive.ts'
import { testApp } from '#testing/test-app.ts'

const LAST_YEAR = THIS_YEAR - 1

const t = await testApp()
await loadDemo(t.app)

const as = async (name: string) => t.as(await demoUser(t.db, `${name}@example.org`))
type Caller = Awaited<ReturnType<typeof as>>
const list = async (caller: Caller, query: Record<string, string> = {}) =>
  reports.list.response.parse((await caller.get('/reports', { query })).body)
const get = async (caller: Caller, id: number) =>
  reports.get.response.parse((await caller.get(`/reports/${id}`)).body)
const lastYears = async (caller: Caller) => {
  const { reports: found } = await list(caller, { year: String(LAST_YEAR) })
  return found[0]?.id ?? 0
}

test('reports are listed by year and type, this year by default', async () => {
  const lead = await as('resilience.lead')
  expect(await list(lead)).toEqual({
    year: THIS_YEAR,
    years: [THIS_YEAR, LAST_YEAR],
    type: 'self_assessment',
    reports: [],
    is_report_pending: false,
  })
  const before = await list(lead, { year: String(LAST_YEAR) })
  expect(before.reports).toMatchObject([{ year: LAST_YEAR, version: 1, kind: 'action' }])
  const other = await list(lead, { year: String(LAST_YEAR), type: 'certification' })
  expect(other.reports).toMatchObject([{ type: 'certification', kind: 'action' }])
  expect(other.reports[0]?.id).not.toBe(before.reports[0]?.id)
  const none = await list(await as('technology.lead'), { type: 'certification' })
  expect(none.reports).toEqual([])
})

test('a report shows what was answered: texts, responses, notes, reasons and names', async () => {
  const lead = await as('resilience.lead')
  const { snapshot } = await get(lead, await lastYears(lead))
  expect(snapshot).toMatchObject({
    format: 'report/1',
    year: LAST_YEAR,
    organisation: 'Northfield Trust',
    respondent: 'Resilience Lead',
  })
  const rows = await t.sql`
    select s.key, c.statement_response_id as current, f.statement_response_id as future, c.not_applicable_reason as reason, n.note
    from assessments a join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
    join responses c on c.tenant_id = a.tenant_id and c.assessment_id = a.id and c.state = 1
    left join responses f on f.tenant_id = a.tenant_id and f.assessment_id = a.id and f.statement_id = c.statement_id and f.state = 2
    join statements s on s.tenant_id = a.tenant_id and s.id = c.statement_id
    left join notes n on n.tenant_id = a.tenant_id and n.assessment_id = a.id and n.statement_id = s.id
    where a.year = ${LAST_YEAR} and a.type = 'self_assessment' and u.email = 'resilience.lead@example.org' order by s.key`
  const shown = snapshot.elements
    .flatMap(({ statements }) => statements)
    .map(({ key, current, future, not_applicable_reason: reason, note }) => {
      return { key, current, future, reason, note }
    })
    .sort((one, other) => (one.key < other.key ? -1 : 1))
  expect(shown).toEqual(rows)
  expect(shown).toHaveLength(48)
  expect(shown.filter(({ reason }) => reason)).toHaveLength(1)
})

test('a report has the scores of the previous year to compare with', async () => {
  const manager = await as('continuity.manager')
  const [own] = (await list(manager)).reports
  const { earlier, versions } = await get(manager, own?.id ?? 0)
  const { snapshot } = await get(manager, await lastYears(manager))
  expect(earlier).toEqual([
    {
      ...(await list(manager, { year: String(LAST_YEAR) })).reports[0],
      content_set: { scale: snapshot.content_set.scale, lowest_level: 1 },
      current: snapshot.current,
      elements: snapshot.elements.map(({ key, title, current }) => ({ key, title, current })),
    },
  ])
  expect(versions).toMatchObject([{ year: THIS_YEAR, version: 1 }])
})

test.each([
  ['pdf', 'application/pdf'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['csv', 'text/csv'],
])('a report can be downloaded as %s', async (ending, type) => {
  const lead = await as('resilience.lead')
  const path = `/reports/${await lastYears(lead)}/${ending}`
  const answer = ending === 'pdf' ? await downloadPdf(lead, path) : await lead.get(path)
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'content-disposition': `attachment; filename=northfield-action-report-${LAST_YEAR}-v1.${ending}`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('a report of the public organisation names the respondent’s own organisation', async () => {
  const tenant = await theTenant(t.db, 'public')
  const user = await aUser(t.db, { tenant })
  await t.owner.query(`update users set organisation_name = 'Ærø Feed & Co' where id = $1`, [
    user.id,
  ])
  const contentSetId = await aContentSet(t.db, { tenant, file: aTinySet() })
  const id = await aReport(t.db, user, await anAssessment(t.db, { user, contentSetId }))
  const [docx, pdf] = [
    await t.as(user).get(`/reports/${id}/docx`),
    await downloadPdf(t.as(user), `/reports/${id}/pdf`),
  ]
  const name = `%C3%A6r%C3%B8-feed-co-tiny-action-report-${THIS_YEAR}-v1`
  expect(docx.headers['content-disposition']).toContain(`filename*=UTF-8''${name}.docx`)
  expect(pdf.headers['content-disposition']).toContain(`filename*=UTF-8''${name}.pdf`)
  const parts = await partsOf(docx.bytes)
  expect(parts['docProps/core.xml']?.toString()).toContain('Ærø Feed &amp; Co, Action report')
  const pages = await pdfText(pdf.bytes)
  expect(pages.every((page) => page.includes('Ærø Feed & Co, Action report'))).toBe(true)
  expect(pages[0]).not.toContain('Waymark public')
})

test('the list shows a pending report until its job is done', async () => {
  const tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aTinySet() })
  const anna = aRespondent(t, await aUser(t.db, { tenant }))
  const id = await anna.open()
  const [a, b] = (await anna.overview()).elements
  await anna.finish(id, a?.id ?? 0)
  await anna.finish(id, b?.id ?? 0, 2, 3)
  await expect
    .poll(() => list(anna.caller))
    .toMatchObject({ is_report_pending: false, reports: [{ version: 1 }] })
})

test('a report shows its files, and an unchanged one of an earlier version gets no new version', async () => {
  const tenant = await aTenant(t.db)
  const contentSetId = await aContentSet(t.db, { tenant, file: aTinySet() })
  const user = await aUser(t.db, { tenant })
  const assessment = await anAssessment(t.db, { user, contentSetId })
  const [statement] =
    await t.sql`select id from statements where content_set_id = ${contentSetId} order by id`
  await anAttachment(t, { user, assessment, statement: Number(statement?.id) })
  const id = await aReport(t.db, user, assessment)
  const { snapshot } = await get(t.as(user), id)
  const file = { file_name: 'minutes.txt', size: 5 }
  expect(snapshot.elements[0]?.statements[0]?.attachments).toEqual([file])
  const [stored] = await t.sql`select snapshot, content_hash from reports where id = ${id}`
  const earlier = String(stored?.snapshot).replace(',"file_name":"minutes.txt"', '')
  expect(earlier).toContain('"attachments":[{"name":"minutes.txt","size":5}]')
  const { version: _version, created_at: _createdAt, ...content } = JSON.parse(earlier)
  expect(stored?.content_hash).toEqual(hashOf(JSON.stringify(content)))
  expect(await aReport(t.db, user, assessment)).toBe(id)
})
