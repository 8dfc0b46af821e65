import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type TestTenant, aTenant, aUser } from 'api/testing/factories'
import { aSamlConnection, allowSso, anOpenidConnection, lastRefusal } from 'api/testing/sso'
import { addressOf, expect, test } from './fixtures.ts'
import { type OidcProvider, TWO_STEPS, startOidcProvider } from './idp/oidc-provider.ts'
import { type SamlProvider, startSamlProvider } from './idp/saml-provider.ts'

const EXPIRED =
  'This sign-in took too long, was used already, or began in another browser. Start again.'

let tenant: TestTenant
let openid: OidcProvider
let saml: SamlProvider

test.beforeAll(async ({ db }) => {
  tenant = await aTenant(db, { name: 'Harbour Gates' })
  const origins = [at('')]
  openid = await startOidcProvider({ origins })
  saml = await startSamlProvider({ origins })
  await allowSso(db, tenant)
  const secret = await readFile(join(process.env.E2E_DATA_DIR ?? '', 'secret'), 'utf8')
  await anOpenidConnection(db, [secret], openid, { tenant })
  await aSamlConnection(db, saml, { tenant })
  await aSamlConnection(db, saml, {
    tenant,
    domain: 'strong.example',
    requiredContexts: [TWO_STEPS],
  })
})
test.afterEach(() => {
  saml.rewrite = undefined
})
test.afterAll(async () => {
  await openid.stop()
  await saml.stop()
})

test('the address of a sign-in opens nothing a second time, here or in another browser', async ({
  page,
  browser,
  db,
}) => {
  const used = page.waitForRequest(/\/api\/auth\/sso\/harbour\.example\/callback\?/)
  await signIn(page, 'harbour.example', 'New Colleague')
  await expect(page).toHaveURL(at('/terms-of-use'))
  const address = (await used).url()
  const stranger = await browser.newContext()
  const elsewhere = await stranger.newPage()
  await elsewhere.goto(address)
  await expectFailure(elsewhere, EXPIRED)
  expect(await lastRefusal(db, tenant)).toMatchObject({ reason: 'expired' })
  expect((await stranger.cookies()).map(({ name }) => name)).not.toContain('__Host-pat_rt')
  await stranger.close()
  await page.goto(address)
  await expectFailure(page, EXPIRED)
})

test('who may not come in at a provider is told why', async ({ page, db }) => {
  await test.step('whose answer could not be verified, or whose provider did not answer, is told so', async () => {
    for (const [reason, text] of [
      ['rejected', 'The answer of your organisation’s sign-in service could not be verified.'],
      ['unavailable', 'Your organisation’s sign-in service did not answer.'],
    ] as const) {
      await page.goto(at(`/auth/sso/callback?reason=${reason}`))
      await expectFailure(page, text)
    }
  })

  await test.step('who took one step where the provider has to ask for two is told so', async () => {
    await signIn(page, 'strong.example', 'Quality Lead')
    await expectFailure(
      page,
      'Your organisation’s sign-in service did not confirm the second step that is asked for here. Ask your administrator.',
    )
    expect(await lastRefusal(db, tenant)).toMatchObject({ reason: 'too-weak' })
  })

  await test.step('who refuses at a SAML provider is told that it was cancelled there', async () => {
    await signIn(page, 'harbour-saml.example', 'Refuse')
    await expectFailure(page, 'The sign-in was cancelled at your organisation’s sign-in service.')
    expect(await lastRefusal(db, tenant)).toMatchObject({ reason: 'cancelled' })
  })

  await test.step('who is deactivated stays out, and learns whom to ask', async () => {
    const email = 'unverified@harbour-saml.example'
    saml.rewrite = (tags) => ({ ...tags, email, NameID: 'deactivated' })
    await aUser(db, { tenant, email, isActive: false })
    await signIn(page, 'harbour-saml.example', 'Quality Lead')
    await expectFailure(page, 'Your account is deactivated. Ask your administrator.')
    expect(await lastRefusal(db, tenant)).toMatchObject({ reason: 'inactive' })
  })

  await test.step('a domain of any ending has its page: also .org, .com and .co.uk', async () => {
    for (const domain of ['nobody.org', 'nobody.com', 'nobody.co.uk']) {
      await page.goto(at(`/auth/sso/${domain}`))
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    }
  })
})

async function signIn(page: Page, domain: string, name: string) {
  await page.goto(at(`/auth/sso/${domain}`))
  await page.getByRole('button', { name }).click()
}

/** The error screen of the specification, the reason, and the way back. */
async function expectFailure(page: Page, reason: string) {
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByText(reason, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login')
}

function at(path: string) {
  return addressOf(tenant.host, path)
}
