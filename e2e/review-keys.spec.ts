import type { Page } from '@playwright/test'
import { anEvidence } from './evidence.ts'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aRound, UNREAD_FOR } from './reviewing.ts'

const shows = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
/** Until a decision is taken as one about this statement. */
async function at(page: Page, name: string) {
  await shows(page, name)
  await page.clock.fastForward(UNREAD_FOR)
}
const bar = (page: Page) => page.getByRole('region', { name: 'Review this statement' })
const announced = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1)

test('an auditor confirms with one key, flags, and confirms the rest', async ({ page, db }) => {
  const { auditor, user, assessment, path } = await aRound(db)
  await anEvidence(db, { user, assessment, name: 'minutes.txt' })
  await page.clock.install()
  await enter(page, auditor, `${path}?statement=0`)
  await expect(page.getByRole('heading', { name: 'Statement A1' })).toBeVisible()
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
  await page.getByRole('textbox', { name: 'Remark' }).fill('c, f and 2 are only text here. ')
  await page.keyboard.type('cf2')
  await expect(page.getByText('6 statements haven’t been reviewed yet.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Remark' }).fill('')
  await page.getByRole('heading', { level: 1 }).click()

  // Statement A1 has a file, so it comes first. The focus is on the page after the click.
  await page.keyboard.press('Alt+ArrowRight')
  await at(page, 'Statement A2')
  // The second press of a double press is not about the next statement.
  await page.evaluate(`addEventListener('focusin', ({ target }) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', code: 'KeyC', bubbles: true })),
    { once: true })`)
  await page.keyboard.press('c')
  await at(page, 'Statement B1')
  await expect(
    bar(page).getByRole('button', { name: 'Confirm as declared' }),
  ).toHaveAccessibleDescription('Declared: 1 Low')
  await announced(page, 'A2 saved: Low, as declared. Next: B1, Statement B1')
  await page.keyboard.press('f')
  await at(page, 'Statement B2')
  await announced(page, 'B1 flagged. Next: B2, Statement B2')
  await page.keyboard.press('Backspace')
  await at(page, 'Statement B1')
  await expect(bar(page).getByRole('button', { name: 'Flag' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expectGoodLooks(page, 'review-decision-bar')

  const rest = page.getByRole('button', { name: 'Confirm the rest as declared' })
  await rest.click()
  const first = page.getByRole('dialog', { name: 'Look at these statements first' })
  await expect(first.getByRole('listitem')).toHaveText([/Statement B1Flagged/])
  await expectGoodLooks(page, 'review-look-first')
  await first.getByRole('button', { name: /Statement B1/ }).click()
  await page.keyboard.press('c')
  await announced(page, 'B1 saved: Low, as declared. Flag removed. Next: B2')
  await at(page, 'Statement B2')
  await rest.click()
  const question = page.getByRole('alertdialog', { name: 'Confirm the rest as declared?' })
  await expect(question.getByRole('listitem')).toHaveCount(4)
  // Keys belong to the dialog.
  await page.keyboard.press('c')
  await expect(question).toBeVisible()
  await expectGoodLooks(page, 'review-confirm-rest')
  await question.getByRole('button', { name: 'Confirm 4 statements' }).click()
  await expect(page.getByText('4 statements confirmed as declared').first()).toBeVisible()
  await expect(page.getByText('6 of 6 reviewed')).toBeVisible()
  await expect(page.getByText('haven’t been reviewed')).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Decision' })).toBeFocused()
  await page.keyboard.press('f')
  await announced(page, 'B2 flagged.')
  await page.getByRole('button', { name: 'Certify' }).click()
  const certify = page.getByRole('alertdialog', { name: 'Certify this assessment?' })
  await expect(certify).toHaveAccessibleDescription(/1 statement is flagged: \W?B2\W?\./)
  await expectGoodLooks(page, 'review-certify-flagged')
})

test('a response that can’t be saved keeps its statement', async ({ page, db }) => {
  const { auditor, path } = await aRound(db)
  await enter(page, auditor, path)
  await expect(page.getByRole('heading', { name: 'Statement A1' })).toBeVisible()
  await page.context().setOffline(true)
  await page.keyboard.press('c')
  await expect(page.getByText(/^Not saved\./)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('1 of 6 reviewed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Statement A1' })).toBeVisible()
})
