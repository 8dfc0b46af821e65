import { enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks, onPhone } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { expectPendingUntilNextPage } from './pending.ts'
import { playerOn, savedAnswers, start } from './player.ts'

test('an element is answered with the keyboard', async ({ page, db }) => {
  const { user } = await aSmallOrganisation(db)
  await page.clock.install()
  await enter(page, user)
  const player = playerOn(page)
  const keys = page.keyboard
  const dialog = page.getByRole('dialog', { name: 'Shortcuts' })
  const startButton = page.getByRole('button', { name: 'Start', exact: true })
  await expect(startButton).toBeVisible()
  await keys.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const focused = startButton.and(page.locator(':focus'))
  for (let stops = 0; stops < 40 && (await focused.count()) === 0; stops += 1)
    await keys.press('Tab')
  await expect(startButton).toBeFocused()
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
  await keys.press('?')
  // Only what this page knows.
  await expect(dialog).toContainText('Show shortcuts')
  await expect(dialog).not.toContainText(/statement|response|Notes/)
  await keys.press('Escape')
  await expect(startButton).toBeFocused()
  const element = /\/api\/assessments\/\d+\/elements\/\d+/
  await expectPendingUntilNextPage(page, () => keys.press('Enter'), element)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await player.at('1 of 2')

  // Enter goes on without an answer. On the check it names what is missing, but not right after the Enter before.
  const check = page.getByRole('heading', { name: 'Check your answers' })
  const missing = page.getByText(/haven’t been answered yet/)
  await player.now('Starting').focus()
  await keys.press('Enter')
  await player.at('2 of 2')
  await player.now('Starting').focus()
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000)
  await keys.press('Enter')
  await expect(check).toBeFocused()
  await keys.press('Enter')
  await expect(check).toBeFocused()
  await expect(missing).toBeHidden()
  await page.clock.fastForward(500)
  await keys.press('Enter')
  await expect(missing).toBeVisible()
  await expect(check).toBeVisible()
  await page.clock.resume()
  await keys.press('Alt+ArrowLeft')
  await keys.press('Alt+ArrowLeft')
  await player.at('1 of 2')
  // As after a reload or a click beside the answers.
  await page.evaluate('document.activeElement?.blur()')
  await keys.press('Enter')
  await player.at('2 of 2')
  await keys.press('Alt+ArrowLeft')
  await player.at('1 of 2')

  await keys.press('Digit2')
  await expect(player.now('Developing')).toBeChecked()
  await keys.press('Shift+Digit4')
  await expect(player.future('Leading')).toBeChecked()
  await keys.press('Digit9')
  await expect(player.now('Developing')).toBeChecked()
  await keys.press('?')
  await expect(dialog).toContainText('Undo your last answer')
  await expect(dialog).not.toContainText('certified')
  await expectGoodLooks(page, 'assessment-shortcuts')
  await keys.press('Escape')

  // Whatever was opened, and with what, the focus comes back to the answers, and keys work straight away.
  const button = (name: string) => page.getByRole('button', { name })
  const close = dialog.getByRole('button', { name: 'Close' })
  const visits: [open: () => Promise<void>, leave: () => Promise<void>][] = [
    [() => keys.press('Control+k'), () => keys.press('Escape')],
    [() => button('Find').click(), () => keys.press('Escape')],
    [() => button('Shortcuts').click(), () => close.click()],
    [() => button('About this assessment').click(), () => keys.press('Escape')],
    [() => button('Your menu').click(), () => keys.press('Escape')],
    [
      async () => {
        await button('Your menu').click()
        await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
      },
      () => close.click(),
    ],
  ]
  const overlay = page.locator(':is([role=dialog], [role=menu])[data-state=open]')
  for (const [open, leave] of visits) {
    await player.now('Established').focus()
    await open()
    await expect(overlay).toBeVisible()
    await leave()
    await expect(player.now('Established')).toBeFocused()
    await open()
    await expect(overlay).toBeVisible()
    await leave()
    await keys.press('Digit1')
    await expect(player.now('Starting')).toBeChecked()
    await keys.press('Digit2')
    await expect(player.now('Developing')).toBeChecked()
    await expect(page.locator('[role=dialog], [role=menu]')).toHaveCount(0)
  }
  // A button that was reached with the keyboard keeps the focus, and the keys work there too.
  await button('Find').press('Enter')
  await expect(overlay).toBeVisible()
  await keys.press('Escape')
  await expect(button('Find')).toBeFocused()
  await keys.press('Digit1')
  await expect(player.now('Starting')).toBeChecked()
  await keys.press('Digit2')
  await expect(player.now('Developing')).toBeChecked()

  // In the notes letters and digits are text.
  await player.future('Leading').focus()
  await keys.press('n')
  await expect(player.notes).toBeFocused()
  await keys.type('n1x?')
  await expect(player.notes).toHaveValue('n1x?')
  await expect(player.now('Developing')).toBeChecked()
  await expect(dialog).toBeHidden()
  await player.future('Leading').focus()
  await keys.press('Enter')
  await player.at('2 of 2')
  await keys.press('Alt+ArrowLeft')
  await player.at('1 of 2')
  await keys.press('Alt+ArrowRight')
  await player.at('2 of 2')
  await keys.press('x')
  await expect(player.doesNotApply).toBeChecked()
  await player.doesNotApply.focus()
  await keys.press('x')
  await expect(player.doesNotApply).not.toBeChecked()

  // Arrows move in the grid, Space chooses, Enter checks and completes.
  await player.now('Starting').focus()
  await keys.press('ArrowDown')
  await expect(player.now('Developing')).toBeFocused()
  await keys.press('Space')
  await expect(player.now('Developing')).toBeChecked()
  await keys.press('ArrowRight')
  await expect(player.future('Developing')).toBeFocused()
  await keys.press('ArrowUp')
  await expect(player.future('Developing')).toBeFocused()
  await keys.press('ArrowDown')
  await keys.press('Space')
  await expect(player.future('Established')).toBeChecked()
  await keys.press('Enter')
  await expect(check).toBeFocused()
  await page.clock.fastForward(500)
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: /^We review our critical/ })).toBeFocused()
  const levels = (await savedAnswers(db, user.id)).map(({ level }) => level)
  expect(levels).toEqual(['Developing', 'Leading', 'Developing', 'Established'])
})

test('single keys can be turned off, and unanswered statements are named', async ({ page, db }) => {
  await enter(page, (await aSmallOrganisation(db)).user, '/settings')
  const shortcuts = page.getByRole('switch', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toBeChecked()
  await shortcuts.click()
  await expect(shortcuts).not.toBeChecked()
  await go(page, '/')
  const player = await start(page)
  await player.at('1 of 2')
  await player.now('Starting').focus()
  for (const key of ['Digit2', 'n', 'x', '?']) await page.keyboard.press(key)
  await expect(player.now('Developing')).not.toBeChecked()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Space')
  await expect(player.now('Starting')).toBeChecked()
  await page.keyboard.press('Enter')
  await player.at('2 of 2')

  await player.doesNotApply.check()
  await player.reason.focus()
  await player.reason.blur()
  await player.check.click()
  await player.complete.click()
  await expect(page.getByText('Statement SRV-5 hasn’t been answered yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Answer SRV-5' })).toBeFocused()
  await expectGoodLooks(page, 'assessment-incomplete')
  await onPhone(page, async () => {
    await page.getByRole('button', { name: 'Elements and statements' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    await expectGoodLooks(page, 'assessment-elements')
    await sheet.getByRole('button', { name: /^Answered SRV-4 / }).click()
    await player.at('1 of 2')
    await expect(sheet).toBeHidden()
    await expect(player.now('Starting')).toBeFocused()
  })
})
