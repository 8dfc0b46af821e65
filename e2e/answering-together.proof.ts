import type { Page } from '@playwright/test'
import { aContentSet, aSharedAssessment, aSmallSet, aTenant, aUser } from 'api/testing/factories'
import { anAdmin, expect, go, test } from './fixtures.ts'
import { chooseColleague } from './colleague.ts'
import { anElement, playerOn } from './player.ts'

/** Both choices of the shown statement. */
async function answer(page: Page) {
  await playerOn(page).now('Starting').click()
  await playerOn(page).future('Developing').click()
}

test('three people answer together until the report: asked, answered, done, given back and completed', async ({
  as,
  db,
}) => {
  // Three browsers, one after the other.
  test.slow()
  const tenant = await aTenant(db)
  const file = aSmallSet(2)
  const [first = '', second = ''] = file.elements.map(({ title }) => title)
  const contentSetId = await aContentSet(db, { tenant, file })
  const owner = await aUser(db, { tenant, name: 'Ann Owner' })
  const newcomer = await aUser(db, { tenant, name: 'Dora New' })
  const administrator = await anAdmin(db, { tenant, name: 'Ada Admin' })
  const id = await aSharedAssessment(db, { owner, contentSetId, contributors: [newcomer] })
  await db
    .insertInto('element_assignments')
    .values({
      tenant_id: tenant.id,
      assessment_id: id,
      element_id: await anElement(db, contentSetId),
      user_id: newcomer.id,
    })
    .execute()
  const page = await as(owner)
  const admin = await as(administrator)
  const dora = await as(newcomer)
  const elements = page.getByRole('region', { name: 'Elements' })
  const row = elements.getByRole('link', { name: first })
  await dora.getByRole('link', { name: 'Start', exact: true }).click()
  const player = playerOn(dora)
  await expect(dora.getByText('Ann Owner assigned this element to you.')).toBeVisible()
  await player.at('1 of 2')
  await answer(dora)
  await player.at('2 of 2')

  // Meeting at one statement: the admin knows what its owner doesn’t.
  await elements.getByRole('link', { name: second }).click()
  const anns = playerOn(page)
  await anns.at('1 of 2')
  const discussion = page.getByRole('region', { name: 'Discussion' })
  await discussion.getByRole('button', { name: 'Ask someone' }).click()
  await discussion.getByRole('textbox', { name: 'Question' }).fill('Who restores this first?')
  await chooseColleague(discussion.getByRole('combobox'), 'ada', 'Ada Admin')
  await discussion.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Question by Ann Owner' })).toBeVisible()
  await go(admin, '/')
  await expect(admin.getByRole('region', { name: 'Questions for you' })).toBeVisible()
  await admin.getByRole('button', { name: /unread notification/ }).click()
  await admin.getByRole('menuitem', { name: 'Ann Owner has a question for you' }).click()
  await expect(admin).toHaveURL(/#statement-/)
  await answer(admin)
  await admin.getByRole('button', { name: 'Resolve' }).click()
  await expect(
    admin.getByText('Ann Owner answers this element. You can read and comment'),
  ).toBeVisible()

  await answer(dora)
  await dora.getByRole('button', { name: 'Done' }).click()
  await expect(dora.getByText('Ann Owner can see that the element is done.').first()).toBeVisible()
  await go(page, '/')
  await expect(row).toContainText('Dora New, done')
  await row.click()
  await page.getByRole('button', { name: 'Give back' }).click()
  await expect(page.getByText('Element given back').first()).toBeVisible()
  await dora.reload()
  await dora.getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(dora.getByText('Ann Owner gave this element back to you.')).toBeVisible()
  await player.previous.click()
  await player.at('2 of 2')
  // The last statement leads to the check by itself.
  await player.future('Established').click()
  await dora.getByRole('button', { name: 'Done' }).click()
  await expect(dora.getByText('Ann Owner can see that the element is done.').first()).toBeVisible()

  await go(page, '/')
  await elements.getByRole('link', { name: second }).click()
  await anns.at('2 of 2')
  await answer(page)
  await anns.complete.click()
  await anns.check.click()
  await anns.createReport.click()
  await expect(page.getByText('All required elements are complete').first()).toBeVisible()
  await page.getByRole('link', { name: 'View report' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Action report')
  // Everyone of the team has its report.
  await go(dora, '/')
  await dora.getByRole('link', { name: 'View report' }).first().click()
  await expect(dora.getByText('Dora New').first()).toBeVisible()
})
