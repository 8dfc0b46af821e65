import type { Page } from '@playwright/test'
import { PASSWORD } from 'api/testing/factories'
import { UNSAFE_REDIRECTS } from 'contract/unsafe-redirects'
import { aNewcomer, addressOf, expect, test } from './fixtures.ts'

// Each worker takes a part. The real server answers the first sign-in; what it said is given again for the others:
// so many from one address would be too many.
const PARTS = [0, 1]

test('there are at least 40 of them', () => {
  expect(new Set(UNSAFE_REDIRECTS).size).toBeGreaterThanOrEqual(40)
})

for (const part of PARTS) {
  test(`signing in never leads away from the own origin, part ${part + 1}`, async ({
    page,
    db,
  }) => {
    const { host, email } = await aNewcomer(db)
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== addressOf(host, '')) elsewhere.push(request.url())
    })
    await replaySignIn(page)
    const mine = UNSAFE_REDIRECTS.filter((_, n) => n % PARTS.length === part)
    for (const redirect of mine) {
      await page.goto(addressOf(host, `/login?redirect=${encodeURIComponent(redirect)}`), {
        waitUntil: 'commit',
      })
      await signIn(page, email)
      await page.waitForURL(({ pathname }) => pathname !== '/login', { waitUntil: 'commit' })
      expect([redirect, page.url()]).toEqual([redirect, addressOf(host)])
      expect([redirect, elsewhere]).toEqual([redirect, []])
      await page.evaluate('localStorage.clear()')
      await page.context().clearCookies({ name: '__Host-pat_rt' })
    }
  })
}

async function replaySignIn(page: Page) {
  let said: Buffer | undefined
  await page.route('**/api/login', async (route) => {
    if (said) return await route.fulfill({ contentType: 'application/json', body: said })
    await route.continue()
    said = await (await route.request().response())?.body()
  })
}

async function signIn(page: Page, email: string) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
