import type { Page } from '@playwright/test'
import { aUser } from 'api/testing/factories'
import { type Person, enter, expect, signIn, signOut, test } from './fixtures.ts'
import { loseSaves, loseWrites } from './leaving.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { savedAnswers, start } from './player.ts'

const SAVES = '**/api/assessments/*/responses'

test('signing out asks when answers wait, and staying keeps them', async ({ page, db }) => {
  const { user } = await aSmallOrganisation(db)
  await answerUnheard(page, user)
  await signOut(page)
  const dialog = page.getByRole('alertdialog', { name: '1 answer is not saved yet' })
  await expectGoodLooks(page, 'sign-out-waiting')
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await page.unroute(SAVES)
  await expect.poll(() => savedAnswers(db, user.id)).toMatchObject([{ level: 'Developing' }])
  await signOut(page)
  await expect(page).toHaveURL(/\/login$/)
})

test('another person on the same browser sees and sends nothing of the first', async ({
  page,
  db,
}) => {
  const { tenant, user } = await aSmallOrganisation(db)
  const other = await aUser(db, { tenant, name: 'Second Manager' })
  await answerUnheard(page, user)
  await signOut(page)
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Sign out without saving' })
    .click()
  await expect(page).toHaveURL(/\/login$/)
  // What the page still fetches is on its way through the route that is taken away.
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await page.unroute(SAVES)

  await signIn(page, other.email)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we stand')
  const player = await start(page)
  await player.at('1 of 2')
  await expect(player.now('Developing')).not.toBeChecked()
  await player.now('Leading').click()
  await player.tells('Answers saved')
  expect(await savedAnswers(db, other.id)).toMatchObject([{ level: 'Leading' }])
  expect(await savedAnswers(db, user.id)).toEqual([])
  await player.overview.click()
  await signOut(page)

  await signIn(page, user.email)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we stand')
  await expect.poll(() => savedAnswers(db, user.id)).toMatchObject([{ level: 'Developing' }])
  expect(await savedAnswers(db, other.id)).toMatchObject([{ level: 'Leading' }])
})

test('a note typed right before a page closed is saved by the next, though the browser dropped what was being written', async ({
  page,
  db,
}) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  await loseSaves(page)
  await loseWrites(page)
  await player.notes.pressSequentially('Said at the last moment.')
  await page.reload()
  await expect(player.notes).toHaveValue('Said at the last moment.')
  await player.tells('Answers saved')
  await page.reload()
  await expect(player.notes).toHaveValue('Said at the last moment.')
})

/** Leaves one answer waiting, and ends on the overview. */
async function answerUnheard(page: Page, user: Person) {
  await enter(page, user)
  const player = await start(page)
  await player.at('1 of 2')
  await page.route(SAVES, (route) => route.abort())
  await player.now('Developing').click()
  await player.tells('Offline. Answers stay on this device')
  await player.overview.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we stand')
}
