import { expect, test } from './fixtures.ts'
import { PLANT, type Salesforce, signInAs, startSalesforce, thePlantManager } from './salesforce.ts'

test.describe.configure({ mode: 'default' })

test.describe('across organisations', () => {
  let here: Salesforce
  test.beforeAll(async ({ db }) => {
    here = await startSalesforce(db, { tenants: 2 })
    await thePlantManager(here, db, 1)
  })
  test.afterAll(async () => await here.stop())

  test('whose account is at another organisation goes on at its host', async ({ page }) => {
    await page.goto(here.at('/login', 1))
    await signInAs(page, PLANT.email)
    await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
    await page.context().clearCookies()
    await page.goto(here.at('/login', 0))
    await signInAs(page, PLANT.email)
    await expect(page).toHaveURL(here.at('/', 1))
    await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
    const names = (await page.context().cookies(here.at('/', 0))).map(({ name }) => name)
    expect(names).not.toContain('__Host-pat_rt')
  })
})

test.describe('with one callback host', () => {
  let here: Salesforce
  test.beforeAll(async ({ db }) => {
    // Its hosts are one site, as below a domain of one's own; those below localhost are not.
    here = await startSalesforce(db, {
      baseDomain: 'pat.localhost',
      env: { SALESFORCE_CENTRAL_CALLBACK: 'true' },
    })
    await thePlantManager(here, db)
  })
  test.afterAll(async () => await here.stop())

  test('everybody comes back to it, and goes on at the own host', async ({ page }) => {
    const visited: string[] = []
    page.on('framenavigated', (frame) => {
      const { host, pathname } = new URL(frame.url())
      visited.push(host.replace(/:\d+$/, '') + pathname)
    })
    await page.goto(here.at('/login'))
    await signInAs(page, PLANT.email)
    await expect(page).toHaveURL(here.at('/'))
    await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
    expect(visited).toContain('pat.localhost/auth/salesforce/start')
    expect(visited).toContain('pat.localhost/auth/salesforce/callback')
    const cookies = await page.context().cookies(here.at('/'))
    expect(cookies.map(({ name }) => name)).not.toContain('__Host-pat_oidc')
    for (const address of visited) expect(address).not.toMatch(/eyJ/)
  })
})

test.describe('with the provider on the same site', () => {
  let here: Salesforce
  test.beforeAll(async ({ db }) => {
    here = await startSalesforce(db, {
      tenants: 0,
      baseDomain: '127.0.0.1',
      env: { SALESFORCE_CENTRAL_CALLBACK: 'true' },
    })
  })
  test.afterAll(async () => await here.stop())

  test('the hidden frame is answered by the silent callback', async ({ page }) => {
    const authorize = new URL(`${here.provider.issuer}/services/oauth2/authorize`)
    authorize.search = new URLSearchParams({
      client_id: 'waymark-browser',
      redirect_uri: here.at('/auth/salesforce/callback'),
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'A'.repeat(43),
      code_challenge_method: 'S256',
    }).toString()
    await page.goto(authorize.href)
    await page.getByRole('button', { name: `(${PLANT.email})` }).click()
    await expect(page.getByText('No state in response')).toBeVisible()
    await page.goto(here.at('/debug/silent-signin-demo'))
    await page.getByRole('button', { name: 'Ask for the session' }).click()
    await expect(page.getByText('The provider knows this browser.')).toBeVisible()
  })
})
