import { certifications } from 'contract/certifications'
import { contentSets } from 'contract/content-sets'
import { dashboard } from 'contract/dashboard'
import { find } from 'contract/find'
import { participation } from 'contract/participation'
import { reviews } from 'contract/reviews'
import { userResults } from 'contract/user-results'
import { expect, test } from 'vitest'
import { aCertification, aSubmission, anAuditor } from '#testing/certifying.ts'
import { aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { LANGUAGE_SETS } from '#testing/language-sets.ts'
import { aRespondent } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const FILE = LANGUAGE_SETS.arabic
const TITLED = { title: FILE.title, language: 'ar' }

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const contentSetId = await aContentSet(t.db, { tenant, file: FILE })
const admin = await aUser(t.db, { tenant, roles: ['admin'] })
const auditor = await anAuditor(t.db, tenant)
const user = await aUser(t.db, { tenant })
const mina = aRespondent(t, user)
const id = await mina.open()
await mina.finish(id, (await mina.overview()).elements[0]?.id ?? 0)

test('an overview and its elements have their language, keys and groups', async () => {
  const { content_set, elements } = await mina.overview()
  expect(content_set).toMatchObject(TITLED)
  expect(elements.map(({ key, group }) => ({ key, group }))).toEqual(
    FILE.elements.map(({ key, group }) => ({ key, group })),
  )
  const quiz = await mina.quiz(id, elements[1]?.id ?? 0)
  const element = FILE.elements[1]
  expect(quiz).toMatchObject({
    content_set: TITLED,
    element: { key: element?.key, group: element?.group },
    statements: element?.statements.map(({ key }) => ({ key })),
  })
})

test('lists of assessments have the language of each title', async () => {
  const as = t.as(admin)
  const listed = participation.list.response.parse((await as.get('/participation')).body)
  expect(listed.rows.find(({ assessment }) => assessment)).toMatchObject({
    assessment: { content_set: TITLED },
  })
  const results = await as.get(`/users/${user.id}/assessments`)
  expect(userResults.assessments.response.parse(results.body).rows).toMatchObject([
    { content_set: TITLED },
  ])
})

test('content sets have their language in the list and in the finder, drafts too', async () => {
  const as = t.as(admin)
  await as.post(`/content-sets/${contentSetId}/versions`)
  const listed = contentSets.list.response.parse((await as.get('/content-sets')).body)
  expect(listed.rows).toMatchObject([TITLED, TITLED])
  const text = encodeURIComponent(FILE.title)
  const found = find.anything.response.parse((await as.get(`/find?text=${text}`)).body)
  expect(found.content_sets).toMatchObject([TITLED])
})

test('a draft that needs attention has the language of its title', async () => {
  const { attention } = dashboard.get.response.parse((await t.as(admin).get('/dashboard')).body)
  expect(attention).toMatchObject([{ kind: 'content-set-draft', name: FILE.title, language: 'ar' }])
})

test('the levels of the dashboard have the language of their elements, with keys and groups', async () => {
  const { levels } = dashboard.get.response.parse((await t.as(admin).get('/dashboard')).body)
  expect(levels).toMatchObject({
    ...TITLED,
    columns: FILE.elements.map(({ key, title, group }) => ({ reference: key, title, group })),
  })
})

test('submissions and certificates have the language of their title, and statements their key', async () => {
  const holder = await aUser(t.db, { tenant })
  await aCertification(t.db, { user: holder, contentSetId })
  const own = await t.as(holder).get('/certifications')
  const [certificate] = certifications.list.response.parse(own.body).rows
  expect(certificate).toMatchObject(TITLED)
  const { body } = await t.as(holder).get(`/verify/${certificate?.code}`)
  expect(body).toMatchObject({ scope: FILE.title, language: 'ar' })

  const { review } = await aSubmission(t.db, { user, contentSetId })
  const as = t.as(auditor)
  const queue = reviews.list.response.parse((await as.get('/reviews')).body)
  expect(queue.rows).toMatchObject([{ content_set: FILE.title, language: 'ar' }])
  const shown = reviews.get.response.parse((await as.get(`/reviews/${review}`)).body)
  expect(shown.edition).toMatchObject(TITLED)
  expect(shown.elements[0]).toMatchObject({
    key: 'E1',
    group: FILE.elements[0]?.group,
    statements: FILE.elements[0]?.statements.map(({ key }) => ({ key })),
  })
})
