import type { Page } from '@playwright/test'
import { UNSAFE_REDIRECTS } from 'contract/unsafe-redirects'
import { aNewcomer, addressOf, expect, test, signIn } from './fixtures.ts'

// Each of them is given to the function itself in packages/contract; here some go through the page. The real server
// answers the first sign-in, and what it said is given again: so many from one address would be too many.
test('signing in never leads away from the own origin', async ({ page, db }) => {
  const { host, email } = await aNewcomer(db)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== addressOf(host, '')) elsewhere.push(request.url())
  })
  await replaySignIn(page)
  for (const redirect of UNSAFE_REDIRECTS.filter((_, n) => n % 4 === 0)) {
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

async function replaySignIn(page: Page) {
  let said: Buffer | undefined
  await page.route('**/api/login', async (route) => {
    if (said) return await route.fulfill({ contentType: 'application/json', body: said })
    await route.continue()
    said = await (await route.request().response())?.body()
  })
}
