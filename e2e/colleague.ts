import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Finds a colleague by keyboard. Until the field has their name, the list below it goes and what follows moves up. */
export async function chooseColleague(field: Locator, typed: string, name: string): Promise<void> {
  await field.fill(typed)
  await field.press('Enter')
  await expect(field).toHaveValue(name)
}
