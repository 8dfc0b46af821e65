import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const bothOn = (page: Page) => page.getByRole('alert', { name: 'Two versions' })

/** Two users changed this field of a record; the form takes what the other one has saved. */
export async function takeTheirs(
  page: Page,
  field: Locator,
  its: { label: string; mine: string; theirs: string },
) {
  const item = bothOn(page).getByRole('listitem').filter({ hasText: its.label })
  await expect(item).toContainText(new RegExp(`${its.label}.*${its.mine}.*${its.theirs}`))
  await item.getByRole('button', { name: `Use their version: ${its.label}` }).click()
  await expect(field).toHaveValue(its.theirs)
  await expect(item).toHaveCount(0)
}
