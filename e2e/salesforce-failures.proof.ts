import { expect, forget, test } from './fixtures.ts'
import { identityOf, signInAs, useSalesforce } from './salesforce.ts'

const here = useSalesforce()

test('an answer of Salesforce that is not to be trusted, or none, says why', async ({ page }) => {
  const expectFailure = async (...texts: string[]) => {
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    for (const text of texts) await expect(page.getByText(text)).toBeVisible()
    expect(await identityOf(page)).toBeNull()
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await forget(page)
  }
  await page.goto(here.at('/auth/salesforce/callback'))
  await expectFailure('No state in response')
  await page.goto(here.at('/auth/salesforce/callback?code=x&state=y'))
  await expectFailure('No matching state found in storage')
  const signIn = async () => {
    await page.goto(here.at('/login'))
    await signInAs(page)
  }
  here.provider.rewriteToken = (answer) => ({ ...answer, access_token: 'another' })
  await signIn()
  await expectFailure('We could not verify the response from Salesforce.')
  here.provider.rewriteToken = ({ id_token: _, ...answer }) => answer
  await signIn()
  await expectFailure('Failed to complete sign in')
  here.provider.rewriteToken = undefined

  const button = page.getByRole('button', { name: 'Continue with Salesforce' })
  await page.route(`${here.provider.issuer}/**`, (route) => route.abort())
  await page.goto(here.at('/login'))
  await button.click()
  await expect(page.getByRole('alert')).toContainText(
    'We can’t reach Salesforce. Check your connection',
  )
  await expect(button).toBeEnabled()
})
