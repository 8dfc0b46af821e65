import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { PASSWORD } from 'api/testing/factories'
import { generateSync } from 'otplib'
import { expect } from './fixtures.ts'

export function twoStep(page: Page) {
  return page.getByRole('region', { name: 'Two-step sign-in' })
}

/** From the password to the recovery codes, with the code of the step before: the present one stays unused. */
export async function setUp(part: Locator, email: string) {
  const page = part.page()
  await part.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
  await farFromNextStep(page)
  await page.getByLabel('6-digit code from the app').fill(codeOf(secret, -30))
  await expect(page.getByText('Keep these recovery codes.')).toBeVisible()
  const codes = await readCodes(page)
  expect(new Set(codes).size).toBe(10)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download codes' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(email)
  for (const code of codes) expect(text).toContain(code)
  return { secret, codes }
}

/** So that the code of the step before is still one when it arrives. */
async function farFromNextStep(page: Page) {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 5000) await page.waitForTimeout(left)
}

export async function readCodes(page: Page) {
  return await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts()
}

export function codeOf(secret: string, seconds = 0) {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + seconds })
}
