import type { Locator, Page } from '@playwright/test'
import { enter, expect, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn, savedAnswers } from './player.ts'

test('an element is answered with the keyboard only', async ({ page, db }) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user)
  const player = playerOn(page)
  const keys = page.keyboard

  await test.step('the skip link comes first', async () => {
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
    await keys.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await keys.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await tabTo(page, page.getByRole('button', { name: 'Start', exact: true }))
    await keys.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await player.at('1 of 2')
  })

  await test.step('digits answer now, with Shift the future', async () => {
    await keys.press('Digit2')
    await expect(player.now('Developing')).toBeChecked()
    await keys.press('Shift+Digit4')
    await expect(player.future('Leading')).toBeChecked()
    await keys.press('Digit9')
    await expect(player.now('Developing')).toBeChecked()
  })

  await test.step('? lists the shortcuts', async () => {
    await keys.press('?')
    await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible()
    await keys.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('digits still answer when nothing has the focus', async () => {
    await page.evaluate('document.activeElement?.blur()')
    await keys.press('Digit1')
    await expect(player.now('Starting')).toBeChecked()
    await keys.press('Digit2')
    await expect(player.now('Developing')).toBeChecked()
  })

  await test.step('N goes to the notes, where letters and digits are letters and digits', async () => {
    await player.future('Leading').focus()
    await keys.press('n')
    await expect(player.notes).toBeFocused()
    await keys.type('n1x?')
    await expect(player.notes).toHaveValue('n1x?')
    await expect(player.now('Developing')).toBeChecked()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('Enter goes on once both are chosen', async () => {
    await player.future('Leading').focus()
    await keys.press('Enter')
    await player.at('2 of 2')
  })

  await test.step('Alt and the arrows go back and forth', async () => {
    await keys.press('Alt+ArrowLeft')
    await player.at('1 of 2')
    await keys.press('Alt+ArrowRight')
    await player.at('2 of 2')
  })

  await test.step('X says that it does not apply', async () => {
    await keys.press('x')
    await expect(player.doesNotApply).toBeChecked()
    await player.doesNotApply.focus()
    await keys.press('x')
    await expect(player.doesNotApply).not.toBeChecked()
  })

  await test.step('arrows move in the grid, Space chooses, Enter completes', async () => {
    await player.now('Starting').focus()
    await keys.press('ArrowDown')
    await expect(player.now('Developing')).toBeFocused()
    await keys.press('Enter')
    await player.at('2 of 2')
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
    await expect(page.getByText('1 of 2 complete')).toBeVisible()
  })

  const answers = await savedAnswers(db, user.id)
  expect(answers.map(({ level }) => level)).toEqual([
    'Developing',
    'Leading',
    'Developing',
    'Established',
  ])
})

const MOST_STOPS = 40

test('single keys can be turned off', async ({ page, db }) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user, '/settings')
  const shortcuts = page.getByRole('switch', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toBeChecked()
  await shortcuts.click()
  await expect(shortcuts).not.toBeChecked()
  await enter(page, user)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const player = playerOn(page)
  await player.at('1 of 2')
  await player.now('Starting').focus()
  for (const key of ['Digit2', 'n', 'x', '?']) await page.keyboard.press(key)
  await expect(player.now('Developing')).not.toBeChecked()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Space')
  await expect(player.now('Starting')).toBeChecked()
  await page.keyboard.press('Alt+ArrowRight')
  await player.at('2 of 2')
})

async function tabTo(page: Page, target: Locator) {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab')
    if ((await target.and(page.locator(':focus')).count()) > 0) return
  }
  await expect(target).toBeFocused()
}
