import { aTenant, aUser } from 'api/testing/factories'
import type { Locator } from '@playwright/test'
import { enter, expect, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { savedAnswers, start } from './player.ts'

test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true })

test('an element is answered by touch', async ({ page, db }) => {
  await test.step('whoever goes to another statement on a phone reads it before its responses', async () => {
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
    // A tap elsewhere: two at one place in quick succession count as one.
    await heading.tap()
    await player.complete.tap()
    await expect(page.getByText('Statements 1 and 2 are not answered yet.')).toBeInViewport()
    await expect(heading).toBeInViewport({ ratio: 1 })
  })

  await test.step('a tick that lacks its reason is neither forgotten nor taken for an answer', async () => {
    const { user } = await aSmallOrganisation(db)
    await enter(page, user)
    const player = await start(page)
    await player.now('Starting').tap()
    await player.future('Starting').tap()
    await player.next.tap()
    await player.now('Developing').tap()
    await player.future('Leading').tap()
    await player.doesNotApply.tap()
    await player.previous.tap()
    await player.at('1 of 2')
    await player.next.tap()
    await player.at('2 of 2')
    await expect(player.doesNotApply).toBeChecked()
    await expect(player.reason).toHaveAccessibleDescription(/Give a reason, or clear the tick/)

    await page.getByRole('heading', { level: 1 }).tap()
    await player.complete.tap()
    await expect(page.getByText('Statement 2 is not answered yet.')).toBeVisible()
    await player.doesNotApply.tap()
    await expect(player.now('Developing')).toBeChecked()
    await player.doesNotApply.tap()
    await player.reason.fill('Nobody depends on us.')
    await player.complete.tap()
    await expect(page.getByText('1 of 2 complete')).toBeVisible()
    expect((await savedAnswers(db, user.id)).map(({ reason }) => reason)).toContain(
      'Nobody depends on us.',
    )
  })
})

test('a list by keyboard, and a file, on a phone', async ({ page, db }) => {
  await test.step('whoever goes through a list by keyboard on a narrow screen sees where they are', async () => {
    const tenant = await aTenant(db)
    const admin = await aUser(db, { tenant, roles: ['admin'] })
    await enter(page, admin, '/admin/users')
    const focus = page.locator(':focus')
    const menu = page.getByRole('button', { name: /^Actions for/ })
    await page.getByRole('searchbox', { name: 'Name' }).focus()
    for (let steps = 0; steps < 40 && !(await has(menu, focus)); steps += 1) {
      await page.keyboard.press('Tab')
      await expect(focus).toBeInViewport()
    }
    await expect(menu).toBeFocused()
  })

  await test.step('a file is chosen on a phone, where nothing can be dropped', async () => {
    const admin = await aUser(db, { tenant: await aTenant(db), roles: ['admin'] })
    await enter(page, admin, '/admin/content-sets/create?from=file')
    await expect(page.getByRole('button', { name: 'Check the file' })).toBeVisible()
    await expect(page.getByText('Choose one on this device')).toBeVisible()
    await expect(page.getByText(/drop/i)).toBeHidden()
  })
})

async function has(one: Locator, focus: Locator) {
  return (await one.and(focus).count()) > 0
}
