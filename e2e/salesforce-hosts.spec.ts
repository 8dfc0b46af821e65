import { expect, test } from './fixtures.ts'
import { PLANT, signInAs, useSalesforce } from './salesforce.ts'

test.describe('with one callback host', () => {
  const env = { SALESFORCE_CENTRAL_CALLBACK: 'true' }
  // The hosts below this one are one site; those below localhost are not.
  const here = useSalesforce({ baseDomain: 'pat.localhost', env })

  test('a user returns to it and continues at their own host', async ({ page }) => {
    const visited: string[] = []
    page.on('framenavigated', (frame) => {
      const { host, pathname } = new URL(frame.url())
      visited.push(host.replace(/:\d+$/, '') + pathname)
    })
    await page.goto(here.at('/login'))
    await signInAs(page)
    await expect(page).toHaveURL(here.at('/'))
    await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
    expect(visited).toContain('pat.localhost/auth/salesforce/start')
    expect(visited).toContain('pat.localhost/auth/salesforce/callback')
    const cookies = await page.context().cookies(here.at('/'))
    expect(cookies.map(({ name }) => name)).not.toContain('pat_oidc')
    for (const address of visited) expect(address).not.toMatch(/eyJ/)
  })
})

test.describe('with the provider on the same site', () => {
  const env = { SALESFORCE_CENTRAL_CALLBACK: 'true' }
  const here = useSalesforce({ tenants: 0, baseDomain: '127.0.0.1', env })

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
    await page.getByRole('button', { name: 'Check the session' }).click()
    await expect(page.getByText('The provider has a session for this browser.')).toBeVisible()
  })
})
