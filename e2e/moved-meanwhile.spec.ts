import { contentSets } from 'contract/content-sets'
import { editions } from 'contract/editions'
import type { Page } from '@playwright/test'
import { aContentSet, aSmallSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import type { Db } from 'api/db/driver'
import { callAs } from './call-as.ts'
import { enter, expect, test } from './fixtures.ts'
import { savedAnswers } from './player.ts'

test('a minor change that comes while somebody answers takes along what is said, and shows its new words', async ({
  page,
  as,
  db,
}) => {
  const tenant = await aTenant(db)
  const first = await aContentSet(db, { tenant, file: aSmallSet(1, 3) })
  const [user, admin] = [await aUser(db, { tenant }), await aUser(db, { tenant, roles: ['admin'] })]
  const id = await anAssessment(db, { user, contentSetId: first, answered: [] })
  const [element] = await elementsOf(db, first)
  await enter(page, user, `/assessment/${id}?elementId=${element?.id}`)
  await page.getByRole('button', { name: 'Next' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  const before = (await heading.textContent()) ?? ''

  const office = await as(admin, '/admin')
  const next = await publishReworded(office, first)
  await expect
    .poll(async () => (await assessmentOf(db, id)).content_set_id, { timeout: 30_000 })
    .toBe(next)

  await expect(heading).toHaveText(before)
  await page.getByRole('radio', { name: 'Where are we now?' }).nth(1).click()
  await expect(heading).toHaveText(`${before} In other words.`)
  await expect(page.getByRole('radio', { name: 'Where are we now?' }).nth(1)).toBeChecked()
  await expect(page.getByText('not saved')).toHaveCount(0)
  expect(await savedAnswers(db, user.id)).toMatchObject([{ state: 1 }])
  await page.getByRole('radio', { name: 'Where do we want to be?' }).last().click()
  await expect.poll(async () => (await savedAnswers(db, user.id)).length).toBe(2)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Overview' })).toBeVisible()
  await expect(page.getByText("Something's missing.")).toHaveCount(0)
})

async function elementsOf(db: Db, contentSetId: number) {
  return await db
    .selectFrom('elements')
    .select('id')
    .where('content_set_id', '=', contentSetId)
    .execute()
}

async function assessmentOf(db: Db, id: number) {
  return await db
    .selectFrom('assessments')
    .select('content_set_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Publishes a minor change in which every statement says more. */
async function publishReworded(page: Page, edition: number) {
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    await callAs(page, { method, path, ...(body && { body }) })
  const { id } = editions.newVersion.response.parse(
    await call('POST', `/content-sets/${edition}/versions`),
  )
  const { outline } = contentSets.get.response.parse(await call('GET', `/content-sets/${id}`))
  for (const place of outline) {
    const read = await call('GET', `/content-sets/${id}/elements/${place.id}`)
    const { element, version } = contentSets.element.response.parse(read)
    for (const statement of element.statements) statement.text += ' In other words.'
    await call('PUT', `/content-sets/${id}/draft`, {
      elements: [{ id: place.id, version, element }],
    })
  }
  const impact = await call('GET', `/content-sets/${id}/impact`)
  const { head_version } = editions.impact.response.parse(impact)
  const body = { head_version, what_changed: 'Clearer.', is_minor: true }
  await call('POST', `/content-sets/${id}/publication`, body)
  return id
}
