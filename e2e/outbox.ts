import type { Page } from '@playwright/test'
import { addressOf, expect } from './fixtures.ts'

/** Waits for a mail on the outbox page of its host, and returns the address of its button there. */
export async function linkInMail(
  page: Page,
  mail: { host: string; to: string; subject: string; button: string },
): Promise<string> {
  const item = page
    .getByRole('listitem')
    .filter({ has: page.locator('summary', { hasText: mail.to }) })
    .filter({ hasText: mail.subject })
    .first()
  await expect(async () => {
    await page.goto(addressOf(mail.host, '/api/outbox'))
    await expect(item).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  const frame = item.locator('iframe')
  if (!(await frame.isVisible())) await item.locator('summary').first().click()
  const link = frame.contentFrame().getByRole('link', { name: mail.button })
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '')
  return addressOf(mail.host, pathname + search)
}

let count = 0
/** A unique address with a plus sign. */
export function anAddress(): string {
  return `e2e+${process.pid}.${(count += 1)}@example.org`
}
