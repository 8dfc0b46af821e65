import { addressOf, expect, go, signIn, test } from './fixtures.ts'
import { leaveAndGoBack } from './leaving.ts'
import { MFA_KEY, RELOAD_KEY, aVerifiedNewcomer, firstStep, storedToken } from './mfa.ts'

test('each way of leaving the verification page ends the sign-in', async ({ page, db }) => {
  const { person } = await aVerifiedNewcomer(db)
  await page.goto(addressOf(person.host, '/favicon.svg'))
  await firstStep(page, person, '/settings')
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect.poll(() => storedToken(page)).toBeNull()
  await go(page, `/mfa?email=${encodeURIComponent(person.email)}`)
  await expect(page).toHaveURL(/\/login$/)
  const script = /\/assets\/mfa-[^/]+\.js$/
  await page.route(script, () => undefined)
  const isAsked = page.waitForRequest(script)
  await signIn(page, person.email)
  await isAsked
  await expect.poll(() => storedToken(page)).not.toBeNull()
  await page.evaluate('history.back()')
  await expect.poll(() => storedToken(page), 'before its script has loaded').toBeNull()
  await page.unrouteAll()
  await firstStep(page, person)
  const second = page.url()
  await go(page, '/cookies-policy')
  await page.evaluate((key) => sessionStorage.setItem(key, 'any'), RELOAD_KEY)
  await page.reload()
  await expect.poll(() => storedToken(page), 'a reload that ended elsewhere').toBeNull()
  await firstStep(page, person, '/settings')
  // Another tab's token is not this one's to go on with.
  await leaveAndGoBack(page, `localStorage.setItem('${MFA_KEY}', 'any')`)
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings$/)
  await expect.poll(() => storedToken(page), 'going back').toBeNull()
  await firstStep(page, person)
  await go(page, '/api/health')
  expect(await storedToken(page), 'an address outside the application').toBeNull()
  await firstStep(page, person)
  const other = await page.context().newPage()
  await other.goto(new URL('/cookies-policy', second).href)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Cookies policy')
  expect(await storedToken(page), 'while another tab is at the code').not.toBeNull()
  await page.close()
  await expect.poll(() => storedToken(other), 'a tab closed').toBeNull()
  await other.goto(second)
  await expect(other).toHaveURL(/\/login/)
  page = other
  await page.evaluate((key) => localStorage.setItem(key, 'any'), MFA_KEY)
  for (const path of ['/mfa', '/mfa?email=nobody', '/mfa?email=a%20b%40example.org']) {
    await go(page, path)
    await expect(page, path).toHaveURL(/\/login$/)
  }
})
