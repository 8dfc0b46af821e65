import { demoSet } from 'api/demo/demo-set'
import { THIS_YEAR, aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn, savedAnswers, start } from './player.ts'

test('a statement moves on once the future is chosen, and not before', async ({ page, db }) => {
  const { user } = await aSmallOrganisation(db, { movesOn: true })
  const stored = () => expect.poll(() => savedAnswers(db, user.id))
  await page.clock.install()
  await enter(page, user)
  const player = await start(page)
  await player.at('1 of 2')
  // The whole row is the target, but its end is for the future.
  const row = page.getByRole('listitem').filter({ has: player.now('Developing') })
  await stays(player, () => row.click({ position: { x: 300, y: 10 } }))
  const asked = page
    .getByRole('main')
    .getByText('Where do we want to be?')
    .filter({ visible: true })
  await expect(asked).toHaveCount(2)
  await expect(player.future('Developing')).not.toBeChecked()
  await expectGoodLooks(page, 'assessment-future-next')
  await player.same.click()
  await player.at('2 of 2')
  await player.showsStatus('SRV-4 saved: ')
  await stored().toMatchObject([
    { statement: 'SRV-4', state: 1, level: 'Developing' },
    { statement: 'SRV-4', state: 2, level: 'Developing' },
  ])
  await expectGoodLooks(page, 'assessment-moved-on')
  await page.keyboard.press('Backspace')
  await player.at('1 of 2')
  await expect(player.future('Developing')).not.toBeChecked()
  await stored().toMatchObject([{ level: 'Developing' }, { level: null }])

  // A future that was chosen first and is raised is shown.
  await stays(player, async () => {
    await page.keyboard.press('Shift+Digit3')
    await page.keyboard.press('Digit4')
  })
  await expect(page.getByText('so Established became Leading.')).toBeVisible()
  // A press on anything in the pause stops moving on.
  await stays(player, async () => {
    await page.keyboard.press('Digit3')
    await page.keyboard.press('Shift+Digit4')
    await page.getByRole('heading', { level: 1 }).click()
  })
  await page.keyboard.press('Digit2')
  await player.at('2 of 2')
  await expect(page.getByRole('navigation', { name: 'Elements' })).toContainText('Answered')
  await page.keyboard.press('Digit2')
  // Enter takes over the future that is suggested.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
  const bar = page.getByRole('contentinfo')
  await expect(bar.getByText('1 of 2 future responses is the same as now')).toBeVisible()

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
  await page.clock.install()
  await enter(page, user)
  const player = await start(page)
  const { pathname, search } = new URL(page.url())
  const other = playerOn(await as(user, pathname + search))
  await other.page.clock.install()
  await other.at('1 of 2')
  await player.now('Starting').click()
  await player.same.click()
  await player.at('2 of 2')
  await expect.poll(() => savedAnswers(db, user.id)).toHaveLength(2)
  await other.future('Leading').click()
  await expect(other.page.getByRole('alert', { name: 'Two versions' })).toBeVisible()
  await stays(other, () => other.now('Developing').click())
  const stepper = other.page.getByRole('navigation', { name: 'Elements' })
  await expect(stepper).toContainText('Not saved')
  await other.page.getByRole('button', { name: 'Keep your version' }).click()

  const moves = page.getByRole('switch', { name: /^Go to the next statement/ })
  await moves.click()
  await expect(moves).not.toBeChecked()
  await stays(player, () => player.now('Leading').click(), '2 of 2')
  await page.reload()
  await player.at('2 of 2')
  await expect(moves).not.toBeChecked()
})

/** After a press and the pause that follows it, the statement is still shown. */
async function stays(
  { page, at }: ReturnType<typeof playerOn>,
  press: () => Promise<void>,
  position = '1 of 2',
) {
  // The pause must not pass between two presses.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000)
  await press()
  await page.clock.runFor(1000)
  await at(position)
  await page.clock.resume()
}

type Statement = ReturnType<typeof demoSet>['elements'][number]['statements'][number]

test('the longest statements of the demo fit at 1366 × 768, with a copied answer too', async ({
  page,
  db,
}) => {
  const { elements, ...rest } = demoSet()
  const statements = elements
    .flatMap((element) => element.statements)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, 10)
  const file = { ...rest, elements: elements.slice(0, 1).map((one) => ({ ...one, statements })) }
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file })
  const user = await aUser(db, { tenant })
  await anAssessment(db, { user, contentSetId, year: THIS_YEAR - 1 })
  await page.setViewportSize({ width: 1366, height: 768 })
  await enter(page, user)
  await start(page)
  const excess = 'document.documentElement.scrollHeight - innerHeight'
  const tooHigh: string[] = []
  for (const { key, text } of statements) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
    // Answers are confirmed in a row of their own.
    await expect(page.getByText(`Copied from ${THIS_YEAR - 1}.`)).toBeVisible()
    if ((await page.evaluate<number>(excess)) > 0) tooHigh.push(key)
    await page.keyboard.press('Alt+ArrowRight')
  }
  expect(tooHigh).toEqual([])
})

function lengthOf(statement: Statement) {
  return [statement.text, ...statement.responses.map(({ description }) => description)].join('')
    .length
}
