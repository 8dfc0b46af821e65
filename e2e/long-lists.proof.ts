import { aContentSet, aTenant, aUser } from 'api/testing/factories'
import { UNUSUAL_SETS } from 'api/testing/unusual-sets'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { start } from './player.ts'

test('lists of 250 and of 10 responses are searched and answered with the keyboard', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  await aContentSet(db, { tenant, file: UNUSUAL_SETS.manyResponses })
  const user = await aUser(db, { tenant, movesOn: false })
  await enter(page, user)
  const player = await start(page)
  const now = (number: number) =>
    page.getByRole('radio', { name: `Response ${number} Where are we now?`, exact: true })
  const future = (number: number) =>
    page.getByRole('radio', { name: `Response ${number} Where do we want to be?`, exact: true })
  await page.keyboard.press('Digit0')
  await expect(now(10)).toBeChecked()
  await page.getByRole('searchbox', { name: 'Find a response' }).fill('response 24')
  await expect(page.getByRole('listitem').getByText('Response 240', { exact: true })).toBeVisible()
  await expect(now(10)).toHaveCount(0)
  await expectGoodLooks(page, 'assessment-list')
  await page.keyboard.press('Tab')
  await expect(now(24)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(future(240)).toBeChecked()
  await expect(page.getByText('Gap of 115 levels')).toBeVisible()
  await player.next.click()
  await player.at('2 of 2')
  await page.keyboard.press('Digit9')
  await page.keyboard.press('Shift+Digit0')
  await expect(future(10)).toBeChecked()
  await expect(future(8)).toHaveCount(0)
  await player.previous.click()
  await player.at('1 of 2')
  // The list, not the page, scrolls to the chosen response.
  await expect(now(10)).toBeChecked()
  await expect(now(10)).toBeInViewport()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
})
