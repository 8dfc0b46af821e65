import { assessments } from 'contract/assessments'
import { outlines } from 'contract/outlines'
import { beforeEach, expect, test } from 'vitest'
import { upload } from '#testing/attached.ts'
import { aSetWithEvidence } from '#testing/certifying.ts'
import { THIS_YEAR, aUser, anAssessment } from '#testing/factories.ts'
import { aNextEdition } from '#testing/minor-change.ts'
import { aRespondent, anOpenAssessment, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const HELLO = { name: 'minutes.txt', bytes: Buffer.from('Hello') }
let self = await anOpenAssessment(t)
beforeEach(async () => {
  self = await anOpenAssessment(t, aSetWithEvidence('A1'))
})

const start = (id = self.id, by = self.anna) => by.caller.post(`/assessments/${id}/certification`)
const started = async () => outlines.startCertification.response.parse((await start()).body).id
const certification = () => self.anna.overview({ type: 'certification' })
const writeNote = (note: string) =>
  self.anna.caller.put(`/assessments/${self.id}/notes`, {
    key: crypto.randomUUID(),
    statement_id: self.first.id,
    note,
    version: 0,
  })

test('a certification starts with the answers, notes and files of the self-assessment', async () => {
  const { anna, id, a, first } = self
  expect((await certification()).self_assessment_id).toBeNull()
  await anna.finish(id, a, 1, 2)
  await writeNote('Agreed in June.')
  const { body } = await upload(anna, id, first.id, HELLO)
  expect(await certification()).toMatchObject({ assessment: null, self_assessment_id: id })

  const certificationId = await started()
  const { elements, assessment, ...rest } = await certification()
  expect(assessment).toMatchObject({ id: certificationId, status: 'in_progress' })
  expect(rest.self_assessment_id).toBeNull()
  // The lowest response of A1 needs evidence.
  expect(elements[0]).toMatchObject({ answered: 1, to_confirm: 1, is_complete: false })
  const quiz = await anna.quiz(certificationId, a)
  const own = await anna.quiz(id, a)
  const chosen = ({ responses }: typeof quiz) =>
    responses.map(({ statement_id, state, statement_response_id }) => [
      statement_id,
      state,
      statement_response_id,
    ])
  expect(chosen(quiz)).toEqual(chosen(own))
  const toConfirm = quiz.responses.filter(({ to_confirm }) => to_confirm)
  expect(toConfirm.map(({ statement_id }) => statement_id)).toEqual([first.id, first.id])
  expect(quiz.notes).toMatchObject([{ statement_id: first.id, note: 'Agreed in June.' }])
  const [copy] = quiz.attachments
  expect(copy).toMatchObject({ statement_id: first.id, file_name: 'minutes.txt', status: 'clean' })
  expect(copy?.id).not.toBe((body as { id: number }).id)
})

test('a copied file takes no more room, and stays when the other one is removed', async () => {
  const { anna, id, a, first, tenant } = self
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  await anna.finish(id, a)
  const { body } = await upload(anna, id, first.id, HELLO)
  const [copy] = (await anna.quiz(await started(), a)).attachments
  const used = async () => (await t.as(admin).get(`/customers/${tenant.id}`)).body
  expect(await used()).toMatchObject({ attachment_bytes: HELLO.bytes.length })
  await anna.caller.delete(`/attachments/${(body as { id: number }).id}`)
  await t.sql`delete from attachments where tenant_id = ${tenant.id} and removed_at is not null`
  const read = await anna.caller.get(`/attachments/${copy?.id}/content`)
  expect([read.status, read.text]).toEqual([200, 'Hello'])
  expect(await used()).toMatchObject({ attachment_bytes: HELLO.bytes.length })
})

test('a file that waits for the virus scanner is scanned at both places, and an infected one stays behind', async () => {
  const { anna, id, a, first, second } = self
  await anna.finish(id, a)
  await upload(anna, id, first.id, HELLO)
  await upload(anna, id, second.id, HELLO)
  await t.sql`update attachments set status = case statement_id when ${first.id} then 'scanning' else 'quarantined' end
    where assessment_id = ${id}`
  const { attachments } = await anna.quiz(await started(), a)
  expect(attachments).toMatchObject([{ statement_id: first.id, status: 'scanning' }])
  const jobs = await t.sql`select data->>'id' as id from pgboss.job where name = 'scan'`
  expect(jobs).toContainEqual({ id: String(attachments[0]?.id) })
})

test('a certification with answers or in review is left as it is, and an empty one is filled', async () => {
  const { anna, id, a, second } = self
  await anna.finish(id, a, 1, 2)
  const body = { year: THIS_YEAR, type: 'certification' }
  const opened = assessments.open.response.parse(
    (await anna.caller.post('/assessments', body)).body,
  )
  expect((await certification()).self_assessment_id).toBe(id)
  // With optional elements only, nothing has to be answered before it is submitted.
  const setStatus = (status: string) =>
    t.sql`update assessments set status = ${status} where id = ${opened.id}`
  await setStatus('in_review')
  expect(await started()).toBe(opened.id)
  expect(await certification()).toMatchObject({
    assessment: { status: 'in_review' },
    elements: [{ answered: 0 }, {}, {}],
  })
  await setStatus('not_started')
  expect(await started()).toBe(opened.id)
  expect((await certification()).elements[0]).toMatchObject({ answered: 1, to_confirm: 1 })
  await anna.save(opened.id, choice(second, 1, 3, 1))
  const before = (await anna.quiz(opened.id, a)).responses
  expect(await started()).toBe(opened.id)
  expect((await anna.quiz(opened.id, a)).responses).toEqual(before)
})

test('a complete self-assessment of this year can be submitted for certification until one has answers', async () => {
  const { anna, id, tenant } = self
  const offered = async () => (await anna.overview({})).self_assessment_id
  for (const element of (await anna.overview({})).elements) await anna.finish(id, element.id)
  expect(await offered()).toBe(id)
  await t.sql`update content_sets set offers_certification = false where tenant_id = ${tenant.id}`
  expect(await offered()).toBeNull()
  await t.sql`update content_sets set offers_certification = true where tenant_id = ${tenant.id}`
  await t.sql`update assessments set status = 'in_progress' where id = ${id}`
  expect(await offered()).toBeNull()
  await t.sql`update assessments set status = 'completed' where id = ${id}`
  await started()
  expect(await offered()).toBeNull()
})

test('a shared self-assessment becomes a shared certification with its people, beside an own one', async () => {
  const { user, anna, id, a, tenant, contentSetId } = self
  await anna.finish(id, a)
  const own = await anAssessment(t.db, {
    user,
    contentSetId,
    type: 'certification',
    answered: [],
  })
  const [present, left] = [await aUser(t.db, { tenant }), await aUser(t.db, { tenant })]
  await t.sql`update assessments set user_id = null, owner_id = ${user.id}, status = 'completed',
    family_id = (select family_id from content_sets where id = ${contentSetId}) where id = ${id}`
  await t.sql`insert into assessment_members (tenant_id, assessment_id, user_id, role, left_at) values
    (${tenant.id}, ${id}, ${present.id}, 'contributor', null), (${tenant.id}, ${id}, ${left.id}, 'viewer', now())`
  await t.sql`insert into element_assignments (tenant_id, assessment_id, element_id, user_id, done_at)
    values (${tenant.id}, ${id}, ${a}, ${present.id}, now())`
  const certificationId = await started()
  expect(certificationId).not.toBe(own)
  const members =
    await t.sql`select user_id, role, left_at is null as is_there from assessment_members
    where assessment_id = ${certificationId} order by user_id`
  expect(members).toEqual([
    { user_id: present.id, role: 'contributor', is_there: true },
    { user_id: left.id, role: 'viewer', is_there: false },
  ])
  const assigned =
    await t.sql`select element_id, user_id, done_at from element_assignments where assessment_id = ${certificationId}`
  expect(assigned).toEqual([{ element_id: a, user_id: present.id, done_at: null }])
  expect((await certification()).elements[0]).toMatchObject({ answered: 1 })
})

test('another question of the certification’s edition has to be confirmed', async () => {
  const { anna, id, a, tenant, contentSetId } = self
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  await anna.finish(id, a, 2, 3)
  await aNextEdition(t, admin, contentSetId, (element) => ({
    ...element,
    statements: element.statements.map((one) =>
      one.key === 'A2' ? { ...one, text: 'Another question' } : one,
    ),
  }))
  await started()
  expect((await certification()).elements[0]).toMatchObject({ answered: 1, to_confirm: 1 })
})

test('only an own self-assessment of this year, whose set offers certifications, can be the start', async () => {
  const { anna, id, a, tenant } = self
  await anna.finish(id, a)
  const other = aRespondent(t, await aUser(t.db, { tenant }))
  expect((await start(id, other)).status).toBe(404)
  await t.sql`update content_sets set offers_certification = false where tenant_id = ${tenant.id}`
  expect((await start()).status).toBe(404)
  expect((await certification()).self_assessment_id).toBeNull()
  await t.sql`update content_sets set offers_certification = true where tenant_id = ${tenant.id}`
  await t.sql`update assessments set year = ${THIS_YEAR - 1} where id = ${id}`
  expect((await start()).code).toBe('assessment-closed')
  await t.sql`update assessments set year = ${THIS_YEAR} where id = ${id}`
  const certificationId = await started()
  expect((await start(certificationId)).status).toBe(404)
})
