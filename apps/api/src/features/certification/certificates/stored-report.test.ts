import { certifications } from 'contract/certifications'
import { expect, test } from 'vitest'
import { anAttachment } from '#testing/attached.ts'
import { aBandedSet, aSubmission, anAuditor } from '#testing/certifying.ts'
import { aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const acme = await aTenant(t.db)
const contentSetId = await aContentSet(t.db, { tenant: acme, file: aBandedSet() })
const auditor = await anAuditor(t.db, acme)

test('a report names files as assessments do, also one of an earlier version', async () => {
  const user = await aUser(t.db, { tenant: acme })
  const before = async (assessment: number) => {
    const [statement] =
      await t.sql`select id from statements where content_set_id = ${contentSetId} order by id`
    await anAttachment(t, { user, assessment, statement: Number(statement?.id) })
  }
  const { review } = await aSubmission(t.db, { contentSetId, is: 'reviewed', user, before })
  const { body } = await t.as(auditor).post(`/reviews/${review}/certificate`, { version: 1 })
  const { id } = certifications.certify.response.parse(body).certification
  const shown = async () => {
    const answer = await t.as(user).get(`/certifications/${id}`)
    const { report } = certifications.get.response.parse(answer.body)
    return report.elements[0]?.statements[0]?.attachments
  }
  const file = { file_name: 'minutes.txt', size: 5 }
  expect(await shown()).toEqual([file])
  const stored = `{"name":"minutes.txt",${JSON.stringify(file).slice(1)}`
  const changed = await t.sql`
    with earlier as (
      update reports set snapshot = replace(snapshot, ${stored}, ${'{"name":"minutes.txt","size":5}'})
      where id = (select report_id from certifications where id = ${id}) and position(${stored} in snapshot) > 0
      returning snapshot)
    update certifications set report_hash = sha256(convert_to(snapshot, 'UTF8')) from earlier where id = ${id} returning id`
  expect(changed, 'an earlier version reads it too').toHaveLength(1)
  expect(await shown()).toEqual([file])
})
