import { start } from 'contract/start'
import { expect, test } from 'vitest'
import { aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })

test('a new organisation’s admin sees three steps, until they are done or hidden', async () => {
  const tenant = await aTenant(t.db)
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  const stepsOf = async () => start.get.response.parse((await t.as(admin).get('/start')).body)
  expect(await stepsOf()).toEqual({
    is_hidden: false,
    has_framework: false,
    draft_id: null,
    has_people: false,
    has_brand: false,
  })

  const draft = await t.as(admin).post('/content-sets', { title: 'Ours' })
  const { id } = draft.body as { id: number }
  expect(await stepsOf()).toMatchObject({ has_framework: false, draft_id: id })
  await aContentSet(t.db, { tenant })
  expect(await stepsOf()).toMatchObject({ has_framework: true, draft_id: null })

  await t.as(admin).post('/invitations', { emails: ['ida@example.org'], roles: ['user'] })
  expect(await stepsOf()).toMatchObject({ has_people: true })
  await t.sql`update one_time_links set revoked_at = now() where tenant_id = ${tenant.id}`
  expect(await stepsOf()).toMatchObject({ has_people: false })
  const colleague = await aUser(t.db, { tenant, roles: ['admin'] })
  expect(await stepsOf()).toMatchObject({ has_people: true })

  await t.sql`update tenants set brand_colour = '#204080' where id = ${tenant.id}`
  expect(await stepsOf()).toMatchObject({ has_brand: true })

  const hidden = await t.as(admin).put('/start/hidden')
  expect(start.hide.response.parse(hidden.body)).toMatchObject({ is_hidden: true })
  expect(await stepsOf()).toMatchObject({ is_hidden: true })
  expect((await t.as(colleague).get('/start')).body).toMatchObject({ is_hidden: false })
})
