import type { Page } from '@playwright/test'
import { expect, forget, test, signOut } from './fixtures.ts'
import {
  PLANT,
  type Salesforce,
  identityOf,
  signInAs,
  startSalesforce,
  thePlantManager,
} from './salesforce.ts'

// One server for all of them, so they run one after the other.
test.describe.configure({ mode: 'default' })

let here: Salesforce
test.beforeAll(async ({ db }) => {
  here = await startSalesforce(db)
  await thePlantManager(here, db)
})
test.afterAll(async () => await here.stop())

test('signing in with Salesforce', async ({ page }) => {
  await test.step('the library is fetched by whoever signs in with Salesforce, and by nobody else', async () => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    const isFetched = () => fetched.some((path) => path.includes('/identity-client-'))
    await page.goto(here.at('/login'))
    await expect(page.getByRole('button', { name: 'Continue with Salesforce' })).toBeVisible()
    expect(isFetched()).toBe(false)
    await page.getByRole('button', { name: 'Continue with Salesforce' }).click()
    await expect(page.getByRole('button', { name: `(${PLANT.email})` })).toBeVisible()
    expect(isFetched()).toBe(true)
  })

  await test.step('signing in with Salesforce leads to the page that was asked for', async () => {
    await forget(page)
    await page.goto(here.at('/login?redirect=%2Fsettings'))
    await signInAs(page, PLANT.email)
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    expect(page.url()).toBe(here.at('/settings'))
    expect(await page.evaluate("localStorage.getItem('pat-app__at__')")).toMatch(/^ey/)
    const cookies = await page.context().cookies(here.at('/'))
    expect(cookies.find(({ name }) => name === '__Host-pat_rt')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    })
    // Salesforce does not say how long a token lives; the configuration does.
    const { expires_at: end = 0, refresh_token: refresh } = (await identityOf(page)) ?? {}
    expect(end - Date.now() / 1000).toBeGreaterThan(7000)
    expect(refresh).toBeDefined()
  })
})

test('signing out ends the session, with Salesforce and without it', async ({ page }) => {
  await test.step('signing out ends the session here and at Salesforce, and ends on the login page', async () => {
    await page.goto(here.at('/login'))
    await signInAs(page, PLANT.email)
    await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
    const { access_token: token = '' } = (await identityOf(page)) ?? {}
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    await signOut(page)
    await expect(page.getByRole('button', { name: 'Continue with Salesforce' })).toBeVisible()
    await expect(() => expect(visited).toContain('/auth/salesforce/logout-callback')).toPass()
    await expect(page).toHaveURL(here.at('/login'))
    expect(await identityOf(page)).toBeNull()
    expect(await page.evaluate("localStorage.getItem('pat-app__at__')")).toBeNull()
    const userinfo = await fetch(`${here.provider.issuer}/services/oauth2/userinfo`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(userinfo.status).toBe(401)
  })

  await test.step('signing out works without Salesforce, too', async () => {
    await forget(page)
    await page.goto(here.at('/login'))
    await signInAs(page, PLANT.email)
    await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
    await page.route(`${here.provider.issuer}/**`, (route) => route.abort())
    await page.reload()
    await signOut(page)
    await expect(page).toHaveURL(here.at('/login'))
    await expect(async () => expect(await identityOf(page)).toBeNull()).toPass()
    expect(await page.evaluate("localStorage.getItem('pat-app__at__')")).toBeNull()
  })
})

test.describe('what goes wrong is said, and leads back to the login:', () => {
  const failure = async (page: Page, text: string) => {
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await expect(page.getByText(text)).toBeVisible()
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  }

  test('what goes wrong is said, and leads back to the login', async ({ page }) => {
    await test.step('refused at Salesforce', async () => {
      await page.goto(here.at('/login'))
      await page.getByRole('button', { name: 'Continue with Salesforce' }).click()
      await page.getByRole('button', { name: 'Refuse' }).click()
      await expect(page.getByText('Code: access_denied')).toBeVisible()
      await failure(page, 'The person refused.')
    })

    await test.step('an answer without a state', async () => {
      await forget(page)
      await page.goto(here.at('/auth/salesforce/callback'))
      await failure(page, 'No state in response')
    })

    await test.step('an answer to a sign-in that was not begun here', async () => {
      await forget(page)
      await page.goto(here.at('/auth/salesforce/callback?code=x&state=y'))
      await failure(page, 'No matching state found in storage')
    })

    await test.step('somebody without an account here', async () => {
      await forget(page)
      await page.goto(here.at('/login'))
      await signInAs(page, 'new.colleague@harbour.example')
      await expect(page.getByText('Code: oidc-not-linked')).toBeVisible()
      await failure(page, 'Sign in another way, then link it in your settings.')
    })

    await test.step('somebody of a Salesforce organisation that is not ours', async () => {
      await forget(page)
      await page.goto(here.at('/login'))
      await signInAs(page, 'stranger@elsewhere.example')
      await failure(page, 'The answer of the identity provider could not be verified.')
    })

    await test.step('tokens that were tampered with', async () => {
      await forget(page)
      here.provider.rewriteToken = (answer) => ({ ...answer, access_token: 'another' })
      await page.goto(here.at('/login'))
      await signInAs(page, PLANT.email)
      await failure(page, 'The answer of the identity provider could not be verified.')
      here.provider.rewriteToken = undefined
    })

    await test.step('no id token', async () => {
      await forget(page)
      here.provider.rewriteToken = ({ id_token: _, ...answer }) => answer
      await page.goto(here.at('/login'))
      await signInAs(page, PLANT.email)
      await failure(page, 'Failed to complete sign in')
      here.provider.rewriteToken = undefined
    })

    await test.step('Salesforce that cannot be reached', async () => {
      await forget(page)
      await page.route(`${here.provider.issuer}/**`, (route) => route.abort())
      await page.goto(here.at('/login'))
      await page.getByRole('button', { name: 'Continue with Salesforce' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Continue with Salesforce' })).toBeEnabled()
    })
  })
})

test.describe('several tabs', () => {
  test('a duplicated tab and its original renew at once: one renewal serves both', async ({
    page,
  }) => {
    await page.goto(here.at('/login?redirect=%2Fsettings'))
    await signInAs(page, PLANT.email)
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    const first = await identityOf(page)
    const [copy] = await Promise.all([
      page.waitForEvent('popup'),
      // A tab that is opened so has a copy of the session storage.
      page.evaluate("void window.open('/settings')"),
    ])
    await expect(copy.getByRole('heading', { name: 'Settings' })).toBeVisible()
    expect(await identityOf(copy)).toEqual(first)
    for (const tab of [page, copy]) {
      await tab.evaluate(`for (const [key, value] of Object.entries(sessionStorage))
        if (key.startsWith('oidc.user:'))
          sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: Math.floor(Date.now() / 1000) + 60 }))`)
    }
    await Promise.all([page.reload(), copy.reload()])
    await expect(async () => {
      const [a, b] = [await identityOf(page), await identityOf(copy)]
      expect(a?.access_token).not.toBe(first?.access_token)
      expect(b).toEqual(a)
    }).toPass({ timeout: 15_000 })
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await expect(copy.getByRole('heading', { name: 'Settings' })).toBeVisible()
  })

  test('whoever signs out in one tab is signed out in the other, and it keeps no tokens', async ({
    page,
    context,
  }) => {
    await page.goto(here.at('/login?redirect=%2Fsettings'))
    await signInAs(page, PLANT.email)
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    const [copy] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate("void window.open('/settings')"),
    ])
    await expect(copy.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await signOut(page)
    await expect(copy).toHaveURL(here.at('/login'))
    await expect(async () => expect(await identityOf(copy)).toBeNull()).toPass()
    expect(context.pages()).toHaveLength(2)
  })
})
