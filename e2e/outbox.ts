import type { Page } from '@playwright/test'
import { addressOf, expect } from './fixtures.ts'

/** Opens the outbox page of a host, waits for a mail to an address, and answers where its button leads there. */
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
/** An address that nobody else has, with a plus sign. */
export function anAddress(): string {
  return `e2e+${process.pid}.${(count += 1)}@example.org`
}
