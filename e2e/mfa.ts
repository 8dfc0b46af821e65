import type { Page } from '@playwright/test'
import { anAuthenticator } from 'api/testing/authenticator'
import type { Db } from 'api/db/scope'
import { type Person, aNewcomer, expect, go, signIn, theSecret } from './fixtures.ts'

export const MFA_KEY = 'pat-app__mfa__'
export const RELOAD_KEY = 'pat-app__mfa-reload__'

/** A user with an unused app and recovery codes. */
export async function aVerifiedNewcomer(db: Db) {
  const person = await aNewcomer(db)
  const secret = await theSecret()
  return { person, ...(await anAuthenticator({ app: { secret, secrets: [secret] }, db }, person)) }
}

export async function firstStep(page: Page, { email }: Person, redirect = '/') {
  await page.evaluate(() => localStorage.clear())
  await go(page, `/login?redirect=${encodeURIComponent(redirect)}`)
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
}

export async function storedToken(page: Page) {
  return await page.evaluate<string | null>(
    `localStorage.getItem('${MFA_KEY}') ?? sessionStorage.getItem('${RELOAD_KEY}')`,
  )
}
