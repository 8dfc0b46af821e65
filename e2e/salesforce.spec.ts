import type { Request } from '@playwright/test'
import { expect, forget, signOut, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import {
  DEMO,
  countRenewals,
  enterDemo,
  errors,
  identityOf,
  log,
  ownToken,
  press,
  setExpiry,
  signInAs,
  useSalesforce,
} from './salesforce.ts'

// The plant manager has an account in the first.
const here = useSalesforce({ tenants: 2 })

const SILENT = '/auth/sso/silent-signin?redirect=%2Fsettings'

test('signing in opens the requested page, tabs share a renewal, and signing out ends both sessions', async ({
  page,
  context,
}) => {
  const fetched: string[] = []
  const requests: Request[] = []
  page.on('request', (request) => {
    fetched.push(new URL(request.url()).pathname)
    requests.push(request)
  })
  const isFetched = () => fetched.some((path) => path.includes('/identity-client-'))
  const button = page.getByRole('button', { name: 'Continue with Salesforce' })
  await page.goto(here.at('/login?redirect=%2Fsettings'))
  await expect(button).toBeVisible()
  await expectGoodLooks(page, 'login-salesforce')
  expect(isFetched(), 'the library is loaded on demand').toBe(false)
  await signInAs(page)
  const heading = page.getByRole('heading', { name: 'Settings' })
  await expect(heading).toBeVisible()
  expect(isFetched()).toBe(true)
  expect(page.url()).toBe(here.at('/settings'))
  const own = await ownToken(page)
  expect(own).toMatch(/^ey/)
  const cookies = await context.cookies(here.at('/'))
  const refresh = cookies.find(({ name }) => name === 'pat_rt')
  expect(refresh).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  // Salesforce names no lifetime of its tokens; the configuration does.
  const first = await identityOf(page)
  expect((first?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(7000)

  expectSentSparingly(requests, String(own), first)

  const [copy] = await Promise.all([
    page.waitForEvent('popup'),
    // A tab opened this way copies the session storage.
    page.evaluate("void window.open('/settings')"),
  ])
  const headings = [heading, copy.getByRole('heading', { name: 'Settings' })]
  for (const each of headings) await expect(each).toBeVisible()
  expect(await identityOf(copy)).toEqual(first)
  for (const tab of [page, copy]) await setExpiry(tab, Math.floor(Date.now() / 1000) + 60)
  await Promise.all([page.reload(), copy.reload()])
  await expect(async () => {
    const [a, b] = [await identityOf(page), await identityOf(copy)]
    expect(a?.access_token).not.toBe(first?.access_token)
    expect(b).toEqual(a)
  }).toPass({ timeout: 15_000 })
  for (const each of headings) await expect(each).toBeVisible()

  const { access_token: token = '' } = (await identityOf(page)) ?? {}
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await signOut(page)
  await expect(button).toBeVisible()
  await expect(() => expect(visited).toContain('/auth/salesforce/logout-callback')).toPass()
  for (const tab of [page, copy]) {
    await expect(tab).toHaveURL(here.at('/login'))
    await expect(async () => expect(await identityOf(tab)).toBeNull()).toPass()
    expect(await ownToken(tab)).toBeNull()
  }
  expect(context.pages()).toHaveLength(2)
  const headers = { authorization: `Bearer ${token}` }
  const userinfo = `${here.provider.issuer}/services/oauth2/userinfo`
  expect((await fetch(userinfo, { headers })).status).toBe(401)
})

/** Our tokens are sent to us only. Salesforce’s access token is sent to us once, its refresh token never. */
function expectSentSparingly(
  requests: Request[],
  own: string,
  identity: Awaited<ReturnType<typeof identityOf>>,
) {
  const holders = (token = '') =>
    requests
      .filter((request) =>
        JSON.stringify([request.url(), request.headers(), request.postData()]).includes(token),
      )
      .map((request) => new URL(request.url()))
  expect(new Set(holders(own).map(({ origin }) => origin))).toEqual(new Set([here.at('')]))
  const shown = holders(identity?.access_token).filter(({ origin }) => origin === here.at(''))
  expect(shown.map(({ pathname }) => pathname)).toEqual(['/api/oidc/signin'])
  expect(identity?.refresh_token).toBeDefined()
  expect(holders(identity?.refresh_token)).toEqual([])
}

test('a user of another organisation continues at its host', async ({ page }) => {
  const menu = page.getByRole('button', { name: 'Your menu' })
  await page.goto(here.at('/login', 1))
  await signInAs(page)
  await expect(page).toHaveURL(here.at('/', 0))
  await expect(menu).toBeVisible()
  const names = (await page.context().cookies(here.at('/', 1))).map(({ name }) => name)
  expect(names).not.toContain('pat_rt')
  await page.goto(here.at('/login', 1))
  expect(await identityOf(page)).toBeNull()
})

test('a failed sign-in says why and leads back to the login page', async ({ page }) => {
  const expectFailure = async (...texts: string[]) => {
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    for (const text of texts) await expect(page.getByText(text)).toBeVisible()
    expect(await identityOf(page)).toBeNull()
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await forget(page)
  }
  const signInFrom = async (email: string) => {
    await page.goto(here.at('/login'))
    await signInAs(page, email)
  }
  await page.goto(here.at('/login'))
  await page.getByRole('button', { name: 'Continue with Salesforce' }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expectFailure('Code: access_denied', 'The person refused.')
  await signInFrom('new.colleague@harbour.example')
  await expect(page.getByText('Code: oidc-not-linked')).toBeVisible()
  await expectFailure('Sign in another way, then link it in your settings.')
  await signInFrom('stranger@elsewhere.example')
  await expectFailure('Salesforce and Waymark are not set up to work together.')

  const button = page.getByRole('button', { name: 'Continue with Salesforce' })
  const alert = page.getByRole('alert')
  await page.route(`${here.provider.issuer}/**`, () => undefined)
  await page.clock.install()
  await page.goto(here.at('/login'))
  const asked = page.waitForRequest(`${here.provider.issuer}/**`)
  await button.click()
  await asked
  await page.clock.fastForward(15_000)
  await expect(alert).toContainText('Network timed out')
  await expect(alert).toContainText('Try again in a few minutes')
  await expect(button).toBeEnabled()
})

test('a token is renewed before and after it expires, and silent sign-in uses the provider’s session', async ({
  page,
}) => {
  await enterDemo(page, here)
  const before = await identityOf(page)
  const expectRenewed = (old: typeof before) =>
    expect(async () => {
      expect((await identityOf(page))?.access_token).not.toBe(old?.access_token)
    }).toPass()
  await press(page, 'Make the token expire soon')
  await expect(log(page)).toContainText('Access token expiring')
  await expectRenewed(before)
  await expect(log(page)).toContainText('User loaded')
  const after = await identityOf(page)
  expect(after?.refresh_token).not.toBe(before?.refresh_token)
  expect((after?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(7000)
  await press(page, 'Make the token expire now')
  await expect(log(page)).toContainText('Access token expired')
  await expectRenewed(after)
  const renewals = countRenewals(page)
  await press(page, 'Renew three times in parallel')
  await expect(page.getByText('The three calls shared one renewal.')).toBeVisible()
  expect(renewals()).toBe(1)

  await untilNextToken()
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/oidc/signin'),
    press(page, 'Sign in silently'),
  ])
  expect(answer.status()).toBe(200)
  expect(answer.request().headers()['silent-sso']).toBe('true')
  await expect(page.getByText('Signed in silently.')).toBeVisible()
  expect(await ownToken(page)).toMatch(/^ey/)

  await forget(page)
  await page.goto(here.at(DEMO))
  for (const name of ['Sign in silently', 'Sign in silently in a frame']) {
    await press(page, name)
    await expect(page.getByText('No one was signed in.')).toBeVisible()
  }
  await press(page, 'Check the session')
  await expect(page.getByText('The provider has no session for this browser.')).toBeVisible()
  await expect(errors(page)).toContainText('errornone')
  await expect(page.getByLabel('Identity auth state')).toContainText('isOidcAuthenticatingfalse')
  await page.route('**/services/oauth2/authorize*', () => {})
  await page.clock.install()
  const asked = page.waitForRequest('**/services/oauth2/authorize*')
  await press(page, 'Sign in silently in a frame')
  await asked
  await page.clock.fastForward(15_000)
  await expect(errors(page)).toContainText('IFrame timed out without a response')
})

test('the silent sign-in page needs a provider session', async ({ page }) => {
  const settings = page.getByRole('heading', { name: 'Settings' })
  await page.goto(here.at(SILENT))
  await expect(page).toHaveURL(here.at('/login?redirect=%2Fsettings'))
  await signInAs(page)
  await expect(settings).toBeVisible()
  await page.evaluate("localStorage.removeItem('pat-app__at__')")
  await untilNextToken()
  await page.goto(here.at(SILENT))
  await expect(settings).toBeVisible()
  expect(page.url()).toBe(here.at('/settings'))
  expect(await ownToken(page)).toMatch(/^ey/)

  await page.route(`${here.provider.issuer}/**`, (route) => route.abort())
  await page.reload()
  await signOut(page)
  await expect(page, 'without Salesforce').toHaveURL(here.at('/login'))
  await expect(async () => expect(await identityOf(page)).toBeNull()).toPass()
  expect(await ownToken(page)).toBeNull()
  await forget(page)
  await page.route('**/api/oidc/nonce', () => undefined)
  await page.goto(here.at('/auth/sso/silent-signin'))
  for (const text of [
    'Logging in...',
    "This may take a few seconds. Please don't refresh the page.",
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
})

/** The provider issues the same id token within one second, and each is good once. */
async function untilNextToken() {
  const issued = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(issued)
}
