import { enter, expect, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { savedAnswers, start } from './player.ts'

test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true })

test('on a phone a statement is read before its answers', async ({ page, db }) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = await start(page)
  const heading = page.getByRole('heading', { level: 1 })
  await player.at('1 of 2')
  await player.now('Leading').tap()
  await player.next.tap()
  await player.at('2 of 2')
  await expect(heading).toBeInViewport({ ratio: 1 })
  await page.mouse.wheel(0, 2000)
  await player.previous.tap()
  await player.at('1 of 2')
  await expect(heading).toBeInViewport({ ratio: 1 })
  await player.next.tap()
  // Two quick taps in one place count as one.
  await heading.tap()
  await player.complete.tap()
  await expect(
    page.getByText('Statements SRV-4 and SRV-5 haven’t been answered yet.'),
  ).toBeInViewport()
  await expect(heading).toBeInViewport({ ratio: 1 })

  await player.at('1 of 2')
  await player.future('Leading').tap()
  await player.next.tap()
  await player.now('Developing').tap()
  await player.future('Leading').tap()
  await player.doesNotApply.tap()
  await player.previous.tap()
  await player.at('1 of 2')
  await player.next.tap()
  await player.at('2 of 2')
  await expect(player.doesNotApply).toBeChecked()
  await expect(player.reason).toHaveAccessibleDescription(/Enter a reason, or clear the checkbox/)
  await heading.tap()
  await player.complete.tap()
  await expect(page.getByText('Statement SRV-5 hasn’t been answered yet.')).toBeVisible()
  await player.doesNotApply.tap()
  await expect(player.now('Developing')).toBeChecked()
  await player.doesNotApply.tap()
  await player.reason.fill('Nobody depends on us.')
  await player.complete.tap()
  await expect(page.getByText('1 of 2 complete')).toBeVisible()
  const reasons = (await savedAnswers(db, user.id)).map(({ reason }) => reason)
  expect(reasons).toContain('Nobody depends on us.')
})
