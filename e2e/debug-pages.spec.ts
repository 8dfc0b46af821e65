import { aTenant } from 'api/testing/factories'
import { allowSso } from 'api/testing/sso'
import { addressOf, expect, forget, stagingAddressOf, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { PLANT, signInAs, useSalesforce } from './salesforce.ts'

const PAGES = {
  'auth-demo': [
    'Initialise',
    'Sign in',
    'Sign in with a pop-up',
    'Sign in silently',
    'Renew',
    'Fetch the access token',
    'Sign out',
  ],
  'silent-signin-demo': [
    'Sign in silently',
    'Sign in silently in a frame',
    'Check the session',
    'Make the token expire soon',
    'Make the token expire now',
    'Renew three times in parallel',
  ],
}
const OPENER = [
  '/auth/salesforce/silent-callback',
  '/auth/salesforce/callback',
  '/debug/auth-demo',
] as const

const headersOf = async ({ at }: { at: (path: string) => string }, path: string) => {
  // Node.js does not resolve the names below localhost.
  const { headers } = await fetch(`http://localhost:${new URL(at('/')).port}${path}`)
  const policy = headers.get('content-security-policy') ?? ''
  return [
    /frame-ancestors ([^;]+)/.exec(policy)?.[1],
    headers.get('x-frame-options'),
    headers.get('cross-origin-opener-policy'),
  ]
}
const STRICT = ["'none'", 'DENY', 'same-origin']

test.describe('with Salesforce', () => {
  const here = useSalesforce()

  test('the debug pages show the state and each flow to anyone', async ({ page }) => {
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
      const none = page.getByText('Salesforce sign-in is not set up for this address.')
      await expect(none).toBeVisible()
      await expect(page.getByRole('button', { name: buttons[0] ?? '', exact: true })).toBeDisabled()
    }

    // Only these three pages have more open headers, each in one way.
    expect(await Promise.all(OPENER.map((path) => headersOf(here, path)))).toEqual([
      ["'self'", 'SAMEORIGIN', 'same-origin'],
      ["'none'", 'DENY', 'unsafe-none'],
      ["'none'", 'DENY', 'same-origin-allow-popups'],
    ])
    const others = ['/', '/login', '/auth/salesforce/logout-callback', '/auth/sso/process-signin']
    for (const path of [...others, '/auth/salesforce/silent-callback/x', '/debug'])
      expect([path, await headersOf(here, path)]).toEqual([path, STRICT])
  })

  test('signed in, the debug page shows the user but no token', async ({ page }) => {
    await page.goto(here.at('/debug/auth-demo'))
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await press('Sign in')
    await page.getByRole('button', { name: `(${PLANT.email})` }).click()
    await expect(page).toHaveURL(here.at('/debug/auth-demo'))
    const user = page.getByLabel('Identity user')
    await expect(user).toContainText('id_tokenpresent')
    await expect(user).toContainText('scopesopenid, email, profile, api, refresh_token')
    expect(await page.locator('main').textContent()).not.toMatch(/eyJ|@/)
    await press('Fetch the access token')
    await expect(page.getByText('There is a valid access token.')).toBeVisible()
    await press('Renew')
    await expect(page.getByRole('log')).toContainText('User loaded')
    await press('Sign out')
    await expect(page).toHaveURL(here.at('/login'))

    await forget(page)
    await page.goto(here.at('/login?redirect=%2Fdebug%2Fauth-demo'))
    await signInAs(page)
    await expect(page).toHaveURL(here.at('/debug/auth-demo'))
    await page.reload()
    await press('Initialise')
    await expect(page.getByLabel('Identity auth state')).toContainText('isOidcAuthenticatedtrue')
  })
})

test('where debug pages are off they are not found, and no other sign-in is offered', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  await allowSso(db, tenant)
  const at = (path: string) => stagingAddressOf(tenant.host, path)
  for (const name of Object.keys(PAGES)) {
    await page.goto(at(`/debug/${name}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404')
    await expect(page.getByText("Something's missing.")).toBeVisible()
  }
  for (const path of OPENER) expect(await headersOf({ at }, path)).toEqual(STRICT)
  const connections = page.waitForResponse('**/api/auth/sso/connections')
  await page.goto(at('/login'))
  expect(await (await connections).json()).toMatchObject({ connections: [] })
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByText(/Continue with/)).toBeHidden()
  await expect(page.getByText('or', { exact: true })).toBeHidden()
  await page.goto(at('/auth/salesforce/callback?code=x&state=y'))
  await expect(page.getByText('Failed to initialize OIDC auth')).toBeVisible()
})
