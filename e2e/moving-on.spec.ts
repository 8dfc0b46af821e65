import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn, savedAnswers, start } from './player.ts'

test('choosing where we are now sets the future, moves on, and is undone', async ({ page, db }) => {
  const { user } = await aSmallOrganisation(db, { movesOn: true })
  const stored = () => expect.poll(() => savedAnswers(db, user.id))
  await enter(page, user)
  await page.setViewportSize({ width: 1366, height: 768 })
  const player = await start(page)
  await player.at('1 of 2')
  const excess = 'document.documentElement.scrollHeight - innerHeight'
  expect(await page.evaluate(excess), 'pixels to scroll').toBe(0)
  // The whole row is the target, but its end is for the future.
  const row = page.getByRole('listitem').filter({ has: player.now('Developing') })
  await row.click({ position: { x: 300, y: 10 } })
  await player.at('2 of 2')
  await player.showsStatus('SRV-4 saved: ')
  await stored().toMatchObject([
    { statement: 'SRV-4', state: 1, level: 'Developing' },
    { statement: 'SRV-4', state: 2, level: 'Developing' },
  ])
  await expectGoodLooks(page, 'assessment-moved-on')
  await page.keyboard.press('Backspace')
  await player.at('1 of 2')
  await expect(player.now('Developing')).not.toBeChecked()
  await stored().toMatchObject([{ level: null }, { level: null }])

  // Choosing the future stays, also right after choosing where we are now.
  await page.keyboard.press('Digit3')
  await page.keyboard.press('Shift+Digit4')
  await page.waitForTimeout(600)
  await player.at('1 of 2')
  await expect(player.future('Leading')).toBeChecked()
  await page.keyboard.press('Digit2')
  await player.at('2 of 2')
  await expect(page.getByRole('navigation', { name: 'Elements' })).toContainText('Answered')
  await page.keyboard.press('Digit2')
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
  const bar = page.getByRole('contentinfo')
  await expect(bar.getByText('1 of 2 future responses are the same as now')).toBeVisible()

  // One press for all futures, and one to undo it.
  const futures = page.getByRole('group', { name: 'Set all future responses to at least' })
  await futures.getByRole('button', { name: 'Set all to at least Established' }).click()
  await expect(page.getByText('1 future response changed.')).toBeVisible()
  await stored().toMatchObject([
    { statement: 'SRV-4', state: 1, level: 'Developing' },
    { statement: 'SRV-4', state: 2, level: 'Leading' },
    { statement: 'SRV-5', state: 1, level: 'Developing' },
    { statement: 'SRV-5', state: 2, level: 'Established' },
  ])
  await expectGoodLooks(page, 'assessment-check-futures')
  await page.getByRole('button', { name: 'Undo' }).click()
  await stored().toContainEqual(
    expect.objectContaining({ statement: 'SRV-5', state: 2, level: 'Developing' }),
  )

  // A statement opened from there leads back.
  await page.getByRole('button', { name: 'Change SRV-4' }).click()
  await player.at('1 of 2')
  await player.now('Leading').click()
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
})

test('moving on stops at a conflict, and is turned off for the user', async ({ page, as, db }) => {
  const { user } = await aSmallOrganisation(db, { movesOn: true })
  await enter(page, user)
  const player = await start(page)
  const { pathname, search } = new URL(page.url())
  const other = playerOn(await as(user, pathname + search))
  await other.at('1 of 2')
  await player.now('Starting').click()
  await player.at('2 of 2')
  await player.showsStatus('Answers saved')
  await other.future('Leading').click()
  await expect(other.page.getByRole('alert', { name: 'Two versions' })).toBeVisible()
  await other.now('Developing').click()
  await other.page.waitForTimeout(600)
  await other.at('1 of 2')
  const stepper = other.page.getByRole('navigation', { name: 'Elements' })
  await expect(stepper).toContainText('Not saved')
  await other.page.getByRole('button', { name: 'Keep your version' }).click()

  const moves = page.getByRole('switch', { name: /^Go to the next statement/ })
  await moves.click()
  await expect(moves).not.toBeChecked()
  await player.now('Leading').click()
  await page.waitForTimeout(600)
  await player.at('2 of 2')
  await page.reload()
  await player.at('2 of 2')
  await expect(moves).not.toBeChecked()
})
