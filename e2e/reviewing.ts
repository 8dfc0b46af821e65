import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Presses a button that asks once more, and says yes; answers when that is done. */
export async function confirm(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: label }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

/** Says to each statement, in order, which response is the right one. */
export async function review(page: Page, levels: readonly string[]): Promise<void> {
  for (const [index, level] of levels.entries()) {
    const place = `${index + 1} of ${levels.length}`
    await expect(page.getByText(`Statement ${place}`)).toBeVisible()
    await page.getByRole('radio', { name: new RegExp(level) }).check({ force: true })
    await expect(page.getByText(`${place} reviewed`)).toBeVisible()
    if (index < levels.length - 1)
      await page.getByRole('button', { name: 'Next statement' }).click()
  }
}

/** Ends a review that all is said in; answers the number of the certificate. */
export async function certify(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Certify' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Issue the certificate' }).click()
  const issued = page.getByText(/^Certificate .* is issued$/).first()
  await expect(issued).toBeVisible()
  return /Certificate (.*) is issued/.exec((await issued.textContent()) ?? '')?.[1] ?? ''
}

/** Ends a review with a reason: gives the assessment back, or refuses the certificate. */
export async function giveBack(
  page: Page,
  how: { button: 'Return' | 'Refuse'; reason: string },
): Promise<void> {
  await page.getByRole('button', { name: how.button, exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill(how.reason)
  await dialog.getByRole('button', { name: new RegExp(`^${how.button}`) }).click()
  await expect(dialog).toHaveCount(0)
}
