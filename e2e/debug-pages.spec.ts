import { addressOf, expect, forget, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { PLANT, type Salesforce, signInAs, startSalesforce, thePlantManager } from './salesforce.ts'

test.describe.configure({ mode: 'default' })

let here: Salesforce
test.beforeAll(async ({ db }) => {
  here = await startSalesforce(db)
  await thePlantManager(here, db)
})
test.afterAll(async () => await here.stop())

const PAGES = {
  'auth-demo': [
    'Initialise',
    'Sign in',
    'Sign in in a window',
    'Sign in silently',
    'Renew',
    'Fetch the access token',
    'Sign out',
  ],
  'silent-signin-demo': [
    'Sign in silently',
    'Sign in silently by a frame',
    'Ask for the session',
    'Let the token expire soon',
    'Let the token expire now',
    'Three renewals at once',
  ],
}

test('the debug pages show state and a button for each flow to anybody, and say where there is no Salesforce', async ({
  page,
}) => {
  for (const [name, buttons] of Object.entries(PAGES)) {
    await page.goto(here.at(`/debug/${name}`))
    for (const button of buttons)
      await expect(page.getByRole('button', { name: button, exact: true })).toBeEnabled()
    for (const field of ['isOidcAuthenticated', 'isOidcAuthenticating', 'oidcUser', 'oidcError'])
      await expect(page.getByLabel('Identity auth state')).toContainText(field)
    for (const field of ['error', 'errorCode', 'tenant'])
      await expect(page.getByLabel('Identity error store')).toContainText(field)
    await expectGoodLooks(page, `debug-${name}`)
    await page.goto(addressOf('northfield.localhost', `/debug/${name}`))
    await expect(
      page.getByText('Salesforce does not sign people in at this address.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: buttons[0] ?? '', exact: true })).toBeDisabled()
  }
})

test('signed in, the pages show what there is, and no token, and find a session', async ({
  page,
}) => {
  await test.step('signed in, the pages show what there is, and no token', async () => {
    await page.goto(here.at('/debug/auth-demo'))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: `(${PLANT.email})` }).click()
    await expect(page).toHaveURL(here.at('/debug/auth-demo'))
    const user = page.getByLabel('Identity user')
    await expect(user).toContainText('id_tokenpresent')
    await expect(user).toContainText('scopesopenid, email, profile, api, refresh_token')
    expect(await page.locator('main').textContent()).not.toMatch(/eyJ|@/)
    await page.getByRole('button', { name: 'Fetch the access token' }).click()
    await expect(page.getByText('There is a fresh access token.')).toBeVisible()
    await page.getByRole('button', { name: 'Renew' }).click()
    await expect(page.getByRole('log')).toContainText('User loaded')
    await expectGoodLooks(page, 'debug-signed-in')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(here.at('/login'))
  })

  await test.step('initialising finds a session that is there', async () => {
    await forget(page)
    await page.goto(here.at('/login?redirect=%2Fdebug%2Fauth-demo'))
    await signInAs(page, PLANT.email)
    await expect(page).toHaveURL(here.at('/debug/auth-demo'))
    await expect(page.getByRole('button', { name: 'Initialise' })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Initialise' }).click()
    await expect(page.getByLabel('Identity auth state')).toContainText('isOidcAuthenticatedtrue')
  })
})

test('the login page and its failure look well', async ({ page }) => {
  await page.goto(here.at('/login'))
  await expect(page.getByRole('button', { name: 'Continue with Salesforce' })).toBeVisible()
  await expectGoodLooks(page, 'login-salesforce')
  await signInAs(page, 'new.colleague@harbour.example')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expectGoodLooks(page, 'salesforce-failed')
})

const headersOf = async ({ at }: Salesforce, path: string) => {
  const { port } = new URL(at('/'))
  // Node.js does not know the names below localhost.
  const { headers } = await fetch(`http://localhost:${port}${path}`)
  const policy = headers.get('content-security-policy') ?? ''
  return [
    /frame-ancestors ([^;]+)/.exec(policy)?.[1],
    headers.get('x-frame-options'),
    headers.get('cross-origin-opener-policy'),
  ]
}
const STRICT = ["'none'", 'DENY', 'same-origin']

test('three pages are a little more open than all others, each in one way', async () => {
  const open = await Promise.all(
    ['/auth/salesforce/silent-callback?x', '/auth/salesforce/callback', '/debug/auth-demo'].map(
      (path) => headersOf(here, path),
    ),
  )
  expect(open).toEqual([
    ["'self'", 'SAMEORIGIN', 'same-origin'],
    ["'none'", 'DENY', 'unsafe-none'],
    ["'none'", 'DENY', 'same-origin-allow-popups'],
  ])
  const others = ['/', '/login', '/auth/salesforce/logout-callback', '/auth/sso/process-signin']
  for (const path of [...others, '/auth/salesforce/silent-callback/x', '/debug'])
    expect([path, await headersOf(here, path)]).toEqual([path, STRICT])
})

test.describe('switched off by configuration', () => {
  let off: Salesforce
  test.beforeAll(async ({ db }) => {
    off = await startSalesforce(db, { isConnected: false, env: { DEBUG_PAGES: 'false' } })
  })
  test.afterAll(async () => await off.stop())

  test('the debug pages are not found, and nothing of Salesforce is offered', async ({ page }) => {
    await test.step('the debug pages are not found', async () => {
      for (const name of Object.keys(PAGES)) {
        await page.goto(off.at(`/debug/${name}`))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('404')
        await expect(page.getByText("Something's missing.")).toBeVisible()
      }
    })

    await test.step('and no page is more open than the others', async () => {
      await forget(page)
      for (const path of [
        '/auth/salesforce/silent-callback',
        '/auth/salesforce/callback',
        '/debug/auth-demo',
      ])
        expect(await headersOf(off, path)).toEqual(STRICT)
    })

    await test.step('and without Salesforce or a connection the login offers neither', async () => {
      await forget(page)
      await page.goto(off.at('/login'))
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
      await expect(page.getByText(/Continue with/)).toHaveCount(0)
      await expect(page.getByText('or', { exact: true })).toHaveCount(0)
      await page.goto(off.at('/auth/salesforce/callback?code=x&state=y'))
      await expect(page.getByText('Failed to initialize OIDC auth')).toBeVisible()
    })
  })
})
