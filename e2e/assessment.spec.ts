import { enter, expect, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { savedAnswers, start } from './player.ts'

test('an organisation’s person assesses it and gets the action report', async ({ page, db }) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  await expect(page.getByText('4 statements in 2 elements.')).toBeVisible()
  const player = await start(page)

  await test.step('one statement at a time, current and future on one scale', async () => {
    await player.at('1 of 2')
    await expect(page.getByText('Choose where you are now.')).toBeVisible()
    await player.now('Developing').click()
    await expect(page.getByText('Now choose where you want to be.')).toBeVisible()
    await player.future('Leading').click()
    await expect(page.getByText('2 levels to close from Developing to Leading')).toBeVisible()
    await expect(page.getByText('We are here', { exact: true })).toBeVisible()
    await expect(page.getByText('We want to be here')).toBeVisible()
    await player.tells('Answers saved')
  })

  await test.step('a higher current response raises the future one with it', async () => {
    await player.future('Established').click()
    await player.now('Leading').click()
    await expect(player.future('Leading')).toBeChecked()
    await expect(player.future('Established')).toHaveCount(0)
    await expect(page.getByText('No gap. You want to stay at Leading')).toBeVisible()
    await player.now('Developing').click()
    await expect(player.future('Established')).toBeVisible()
  })

  await test.step('guidance opens in its place', async () => {
    await page.getByText('Guidance', { exact: true }).click()
    await expect(page.getByRole('group').getByRole('paragraph').first()).toBeVisible()
  })

  await test.step('a note is saved by itself', async () => {
    await player.notes.fill('Finance has not named anybody yet.')
    await player.notes.blur()
    await player.next.click()
    await player.at('2 of 2')
    await player.previous.click()
    await expect(player.notes).toHaveValue('Finance has not named anybody yet.')
    await player.next.click()
  })

  await test.step('does not apply, with a reason', async () => {
    await player.doesNotApply.check()
    await expect(player.reason).toHaveAccessibleDescription(/^Shown in the action report\./)
    await player.reason.fill('Nobody depends on us.')
    await player.reason.blur()
    await player.tells('Answers saved')
  })

  await test.step('the reason stays with the page when the tick is cleared by mistake', async () => {
    await player.doesNotApply.uncheck()
    await expect
      .poll(() => savedAnswers(db, user.id))
      .not.toContainEqual(expect.objectContaining({ reason: 'Nobody depends on us.' }))
    await player.previous.click()
    await player.next.click()
    await player.doesNotApply.check()
    await expect(player.reason).toHaveValue('Nobody depends on us.')
    await expect
      .poll(() => savedAnswers(db, user.id))
      .toContainEqual(expect.objectContaining({ reason: 'Nobody depends on us.' }))
  })

  await test.step('a completed element is animated on the overview', async () => {
    await player.complete.click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we stand')
    await expect(page.getByRole('link', { name: /Important services.*, complete/ })).toBeVisible()
    await expect(page.locator('.chart-completed-tick').first()).toBeAttached()
    await expect(page.getByText('1 of 2 complete')).toBeVisible()
  })

  await test.step('what is not answered yet is named and shown', async () => {
    await start(page, 'Continue')
    await player.at('1 of 2')
    await player.now('Starting').click()
    await player.future('Starting').click()
    await player.next.click()
    await player.complete.click()
    await expect(page.getByText('Statement 2 is not answered yet.')).toBeVisible()
    await player.now('Starting').click()
    await player.future('Developing').click()
  })

  await test.step('the last element offers the report', async () => {
    await player.complete.click()
    await expect(page.getByText('All required elements are complete').first()).toBeVisible()
    await page.getByRole('button', { name: 'View action report' }).click()
    await page.getByRole('link', { name: /^View report.*version 1$/ }).click()
    await expect(page.getByText(/^Across \d statements we stand at/)).toBeVisible()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Everything is answered' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'View action report' })).toBeVisible()
  })

  expect(await savedAnswers(db, user.id)).toEqual([
    { statement: 'SRV-4', state: 1, level: 'Developing', reason: null },
    { statement: 'SRV-4', state: 2, level: 'Leading', reason: null },
    { statement: 'SRV-5', state: 1, level: null, reason: 'Nobody depends on us.' },
    { statement: 'SUP-5', state: 1, level: 'Starting', reason: null },
    { statement: 'SUP-5', state: 2, level: 'Starting', reason: null },
    { statement: 'SUP-6', state: 1, level: 'Starting', reason: null },
    { statement: 'SUP-6', state: 2, level: 'Developing', reason: null },
  ])
})

test('an assessment goes on where it was left, from each place, and for nobody else', async ({
  page,
  db,
}) => {
  await test.step('the assessment goes on after the last answered statement, and leaving resets it', async () => {
    const { user } = await aSmallOrganisation(db)
    await enter(page, user)
    const player = await start(page)
    await player.at('1 of 2')
    await player.now('Starting').click()
    await player.future('Leading').click()
    await player.tells('Answers saved')
    await page.reload()
    await player.at('2 of 2')
    await player.previous.click()
    await player.at('1 of 2')
    await expect(player.now('Starting')).toBeChecked()
    await player.overview.click()
    await start(page, 'Continue')
    await player.at('2 of 2')
    await player.now('Starting').click()
    await player.future('Leading').click()
    await player.tells('Answers saved')
    await player.overview.click()
    await expect(page.getByText('All 2 answered, to be completed')).toBeVisible()
  })

  await test.step('an element is reached from the wheel, the list and the stepper', async () => {
    const { user } = await aSmallOrganisation(db)
    await enter(page, user)
    const player = await start(page)
    await player.overview.click()
    await page
      .getByRole('group', { name: /^Elements:/ })
      .getByRole('link')
      .nth(1)
      .click()
    await expect(page.getByRole('heading', { name: /^We review our critical/ })).toBeVisible()
    await player.overview.click()
    await page.getByRole('region', { name: 'Elements' }).getByRole('link').nth(1).click()
    await player.at('1 of 2')
    const stepper = page.getByRole('navigation', { name: 'Elements' })
    await stepper.getByRole('button').nth(1).click()
    await player.at('2 of 2')
    await stepper.getByRole('link', { name: /Important services/ }).click()
    await player.at('1 of 2')
  })

  await test.step('an assessment of somebody else is not found', async () => {
    const { user } = await aSmallOrganisation(db)
    await enter(page, user)
    await start(page)
    await expect(page).toHaveURL(/elementId=/)
    const address = new URL(page.url())
    const other = await aSmallOrganisation(db)
    await enter(page, other.user, address.pathname + address.search)
    await expect(page.getByText("Something's missing.")).toBeVisible()
  })
})
