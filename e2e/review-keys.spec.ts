import type { Page } from '@playwright/test'
import { demoSet } from 'api/demo/demo-set'
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
  await page.getByRole('textbox', { name: 'Remark' }).fill('c, l and 2 are only text here. ')
  await page.keyboard.type('cl2')
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
  // Keys work straight away after a dialog, and mean what they do to respondents.
  await page.getByRole('button', { name: 'Find anything' }).click()
  await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Shortcuts' })
  await expect(shortcuts).toContainText('Confirm as declared')
  await expect(shortcuts).not.toContainText('Does not apply to us')
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await page.keyboard.press('l')
  await at(page, 'Statement B2')
  await announced(page, 'B1 flagged. Next: B2, Statement B2')
  await page.keyboard.press('Alt+ArrowLeft')
  await at(page, 'Statement B1')
  await expect(bar(page).getByRole('button', { name: 'Flag' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expectGoodLooks(page, 'review-decision-bar')

  const rest = page.getByRole('button', { name: 'Confirm the rest as declared' })
  await rest.click()
  const first = page.getByRole('dialog', { name: 'Look at this statement first' })
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
  await page.keyboard.press('l')
  await announced(page, 'B2 flagged.')
  await page.getByRole('button', { name: 'Certify' }).click()
  const certify = page.getByRole('alertdialog', { name: 'Certify this assessment?' })
  await expect(certify).toHaveAccessibleDescription(/1 statement is flagged: \W?B2\W?\./)
  await expectGoodLooks(page, 'review-certify-flagged')
})

test('all 48 statements of the demo fit at 1366 × 768, and one that can’t be saved stays', async ({
  page,
  db,
}) => {
  const file = demoSet()
  const { tenant, auditor, path } = await aRound(db, 'started', file)
  // The facts below the title take a line of their own.
  const name = 'Kestrel Water and Sanitation Company'
  await db.updateTable('tenants').set({ name }).where('id', '=', tenant.id).execute()
  const [first, ...others] = file.elements.flatMap(({ statements }) => statements)
  const heading = page.getByRole('heading', { level: 2 })
  await page.setViewportSize({ width: 1366, height: 768 })
  await enter(page, auditor, path)
  await expect(heading.first()).toHaveText(first?.text ?? '')
  await page.context().setOffline(true)
  await page.keyboard.press('c')
  await expect(page.getByText(/^Not saved\./)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('1 of 48 reviewed')).toBeVisible()
  await expect(heading.first()).toHaveText(first?.text ?? '')

  const tooHigh = [await page.evaluate<string>(OUT_OF_SIGHT)]
  for (const { text } of others) {
    await page.keyboard.press('Alt+ArrowRight')
    await expect(heading.first()).toHaveText(text)
    tooHigh.push(await page.evaluate<string>(OUT_OF_SIGHT))
  }
  expect(tooHigh).toEqual(tooHigh.map(() => ''))
  await expectGoodLooks(page, 'review-laptop')
})

/** What a statement's page hides below its bar or scrolls away. */
const OUT_OF_SIGHT = `[
  ...(document.documentElement.scrollHeight > innerHeight ? ['the page scrolls'] : []),
  ...['#decision', '#statement', 'fieldset', '#remark', 'nav [aria-current="true"]'].filter((part) => {
    const { top, bottom } = document.querySelector(part).getBoundingClientRect()
    return top < 0 || bottom > document.querySelector('[data-save-bar]').getBoundingClientRect().top
  }),
].join()`
