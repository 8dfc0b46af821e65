import type { Request } from '@playwright/test'
import { expect, forget, signOut, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import {
  PLANT,
  enterSettings,
  identityOf,
  ownToken,
  setExpiry,
  signInAs,
  useSalesforce,
} from './salesforce.ts'

const here = useSalesforce()

test('signing in with Salesforce opens the requested page', async ({ page }) => {
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
  await button.click()
  await page.getByRole('button', { name: `(${PLANT.email})` }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  expect(isFetched()).toBe(true)
  expect(page.url()).toBe(here.at('/settings'))
  const own = await ownToken(page)
  expect(own).toMatch(/^ey/)
  const cookies = await page.context().cookies(here.at('/'))
  const refresh = cookies.find(({ name }) => name === '__Host-pat_rt')
  expect(refresh).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  // Salesforce names no lifetime of its tokens; the configuration does.
  const identity = await identityOf(page)
  expect((identity?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(7000)
  expect(identity?.refresh_token).toBeDefined()

  // Our tokens are sent to us only. Salesforce’s access token is sent to us once, its refresh token never.
  const holders = (token = '') =>
    requests
      .filter((request) =>
        JSON.stringify([request.url(), request.headers(), request.postData()]).includes(token),
      )
      .map((request) => new URL(request.url()))
  expect(new Set(holders(String(own)).map(({ origin }) => origin))).toEqual(new Set([here.at('')]))
  const shown = holders(identity?.access_token).filter(({ origin }) => origin === here.at(''))
  expect(shown.map(({ pathname }) => pathname)).toEqual(['/api/oidc/signin'])
  expect(holders(identity?.refresh_token)).toEqual([])
})

test('signing out ends the session here and at Salesforce', async ({ page }) => {
  await page.goto(here.at('/login'))
  await signInAs(page)
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
  const { access_token: token = '' } = (await identityOf(page)) ?? {}
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await signOut(page)
  await expect(page.getByRole('button', { name: 'Continue with Salesforce' })).toBeVisible()
  await expect(() => expect(visited).toContain('/auth/salesforce/logout-callback')).toPass()
  await expect(page).toHaveURL(here.at('/login'))
  expect(await identityOf(page)).toBeNull()
  expect(await ownToken(page)).toBeNull()
  const headers = { authorization: `Bearer ${token}` }
  const userinfo = `${here.provider.issuer}/services/oauth2/userinfo`
  expect((await fetch(userinfo, { headers })).status).toBe(401)

  await forget(page)
  await page.goto(here.at('/login'))
  await signInAs(page)
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
  await page.route(`${here.provider.issuer}/**`, (route) => route.abort())
  await page.reload()
  await signOut(page)
  await expect(page, 'without Salesforce').toHaveURL(here.at('/login'))
  await expect(async () => expect(await identityOf(page)).toBeNull()).toPass()
  expect(await ownToken(page)).toBeNull()
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
  const signInFrom = async (email?: string) => {
    await page.goto(here.at('/login'))
    await signInAs(page, email)
  }
  await page.goto(here.at('/login'))
  await page.getByRole('button', { name: 'Continue with Salesforce' }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expectFailure('Code: access_denied', 'The person refused.')
  await page.goto(here.at('/auth/salesforce/callback'))
  await expectFailure('No state in response')
  await page.goto(here.at('/auth/salesforce/callback?code=x&state=y'))
  await expectFailure('No matching state found in storage')
  await signInFrom('new.colleague@harbour.example')
  await expect(page.getByText('Code: oidc-not-linked')).toBeVisible()
  await expectFailure('Sign in another way, then link it in your settings.')
  const unverified = 'We could not verify the response from Salesforce.'
  await signInFrom('stranger@elsewhere.example')
  await expectFailure(unverified)
  here.provider.rewriteToken = (answer) => ({ ...answer, access_token: 'another' })
  await signInFrom()
  await expectFailure(unverified)
  here.provider.rewriteToken = ({ id_token: _, ...answer }) => answer
  await signInFrom()
  await expectFailure('Failed to complete sign in')
  here.provider.rewriteToken = undefined

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
  await forget(page)
  await page.route(`${here.provider.issuer}/**`, (route) => route.abort())
  await page.goto(here.at('/login'))
  await button.click()
  await expect(alert).toContainText('We can’t reach Salesforce. Check your connection')
  await expect(button).toBeEnabled()
})

test('two tabs share one renewal and one sign-out', async ({ page, context }) => {
  await enterSettings(page, here)
  const first = await identityOf(page)
  const [copy] = await Promise.all([
    page.waitForEvent('popup'),
    // A tab opened this way copies the session storage.
    page.evaluate("void window.open('/settings')"),
  ])
  const headings = [page, copy].map((tab) => tab.getByRole('heading', { name: 'Settings' }))
  for (const heading of headings) await expect(heading).toBeVisible()
  expect(await identityOf(copy)).toEqual(first)
  for (const tab of [page, copy]) await setExpiry(tab, Math.floor(Date.now() / 1000) + 60)
  await Promise.all([page.reload(), copy.reload()])
  await expect(async () => {
    const [a, b] = [await identityOf(page), await identityOf(copy)]
    expect(a?.access_token).not.toBe(first?.access_token)
    expect(b).toEqual(a)
  }).toPass({ timeout: 15_000 })
  for (const heading of headings) await expect(heading).toBeVisible()

  await signOut(page)
  await expect(copy).toHaveURL(here.at('/login'))
  await expect(async () => expect(await identityOf(copy)).toBeNull()).toPass()
  expect(context.pages()).toHaveLength(2)
})
