import type { Page } from '@playwright/test'
import { aNewcomer, addressOf, anAdmin, enter, expect, test, turnTo } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { expectPendingUntilNextPage } from './pending.ts'
import { savedAnswers, start } from './player.ts'

const box = (page: Page) => page.getByRole('checkbox', { name: 'I have read and accept the terms' })
const accept = (page: Page) => page.getByRole('button', { name: 'Accept and continue' })

test('only the terms open until they are accepted, and declining signs out', async ({
  page,
  db,
}) => {
  const person = await aNewcomer(db, { hasAcceptedTerms: false })
  await enter(page, person)
  await expect(page).toHaveURL(addressOf(person.host, '/terms-of-use'))
  for (const path of ['/settings', '/assessment/1?elementId=1', '/action-reports?year=2025']) {
    await turnTo(page, path)
    await expect(page).toHaveURL(({ pathname }) => pathname === '/terms-of-use')
  }
  await expect(page.getByText(/^Version 1, in force from/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  const missing = page.getByText('Tick the box to accept the terms')
  await accept(page).click()
  await expect(missing).toBeVisible()
  await accept(page).click()
  await expect(missing).toBeVisible()
  await expect(box(page)).toBeFocused()
  await expectGoodLooks(page, 'terms')
  await box(page).check()
  await expectPendingUntilNextPage(page, () => accept(page).click(), /\/api\/reports\b/)
  await expect(page).toHaveURL(
    ({ pathname, search }) => pathname === '/action-reports' && search.includes('2025'),
  )
  const acceptances = await db
    .selectFrom('terms_acceptances')
    .select('user_id')
    .where('user_id', '=', person.id)
    .execute()
  expect(acceptances).toHaveLength(1)
  await turnTo(page, '/terms-of-use')
  await expect(page.getByText(/You accepted this version on/)).toBeVisible()
  await expect(accept(page)).toHaveCount(0)

  await enter(page, await anAdmin(db, { hasAcceptedTerms: false }), '/admin')
  const here = /\/terms-of-use\?redirect=%2Fadmin$/
  await expect(page).toHaveURL(here)
  const decline = page.getByRole('button', { name: 'Decline' })
  const dialog = page.getByRole('alertdialog', { name: 'Decline the terms of use?' })
  await decline.click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectGoodLooks(page, 'terms-declining')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(here)
  await decline.click()
  await dialog.getByRole('button', { name: 'Decline and sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('new terms interrupt an open page and keep its answer', async ({ page, db }) => {
  const forgetAcceptance = (id: number) =>
    db.updateTable('users').set({ accepted_terms_version: 0 }).where('id', '=', id).execute()
  const reader = await aNewcomer(db)
  await enter(page, reader, '/action-reports')
  await expect(page.getByRole('heading', { name: 'No Reports Available' })).toBeVisible()
  await forgetAcceptance(reader.id)
  await page.getByRole('link', { name: 'Certification', exact: true }).first().click()
  await expect(page).toHaveURL(/\/terms-of-use\?redirect=%2Fcertification/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of use')

  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  await player.now('Developing').click()
  await player.same.click()
  await expect.poll(() => savedAnswers(db, user.id)).toHaveLength(2)
  await forgetAcceptance(user.id)
  await player.future('Leading').click()
  await expect(page).toHaveURL(/\/terms-of-use\?redirect=%2Fassessment/)
  await box(page).check()
  await accept(page).click()
  await player.showsStatus('Answers saved')
  const answer = expect.objectContaining({ state: 2, level: 'Leading' })
  expect(await savedAnswers(db, user.id)).toContainEqual(answer)
})
