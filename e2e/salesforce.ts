import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Db } from 'api/db/scope'
import { readEnv } from 'api/read-env'
import { main } from 'api/main'
import { type TestTenant, aTenant, aUser } from 'api/testing/factories'
import { freePort } from 'api/testing/free-port'
import { LONG_WAITS } from 'api/testing/long-waits'
import { salesforceEnv } from 'api/testing/salesforce'
import { allowSso } from 'api/testing/sso'
import { expect, test } from './fixtures.ts'
import { type OidcProvider, startOidcProvider } from './idp/oidc-provider.ts'
import { IDP_PEOPLE } from './idp/people.ts'

export const PLANT = IDP_PEOPLE[0] ?? { email: '', name: '' }

type Salesforce = {
  provider: OidcProvider
  tenants: TestTenant[]
  /** A page at the host of one of the tenants. */
  at: (path: string, tenant?: number) => string
  stop: () => Promise<void>
}

type Options = {
  tenants?: number
  /** The tenant in which the plant manager has an account, if any. */
  home?: number | null
  baseDomain?: string
  isConnected?: boolean
  env?: Record<string, string>
}

/** A server with a local Salesforce, on the database of all tests, for the tests of this file or group. */
export function useSalesforce(options: Options = {}): Salesforce {
  const here = {} as Salesforce
  // One server for all of them, so they run in series.
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async ({ db }) => {
    Object.assign(here, await startSalesforce(db, options))
    const tenant = here.tenants[options.home ?? 0]
    if (tenant && options.home !== null) await aUser(db, { tenant, ...PLANT })
  })
  test.afterAll(async () => await here.stop())
  return here
}

async function startSalesforce(db: Db, options: Options): Promise<Salesforce> {
  const { baseDomain = 'localhost', isConnected = true } = options
  const port = String(await freePort())
  const tenants: TestTenant[] = []
  for (let n = 0; n < (options.tenants ?? 1); n += 1) {
    const { id, domain } = await aTenant(db, { name: n === 0 ? 'Harbour Works' : 'Harbour North' })
    const tenant = { id, domain, host: `${domain}.${baseDomain}` }
    await allowSso(db, tenant)
    tenants.push(tenant)
  }
  const hosts = [baseDomain, ...tenants.map(({ host }) => host)]
  const provider = await startOidcProvider({
    origins: hosts.map((host) => `http://${host}:${port}`),
    isSalesforceLike: true,
  })
  const { E2E_DATA_DIR: DATA_DIR = '', WEB_DIST } = process.env
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    PORT: port,
    DATA_DIR,
    WEB_DIST,
    DATABASE_URL: await readFile(join(DATA_DIR, 'database-url'), 'utf8'),
    BASE_DOMAIN: baseDomain,
    ...(isConnected && salesforceEnv(provider)),
    ...options.env,
  })
  // Starting in this process is faster than a new one.
  const product = await main(env, { waits: LONG_WAITS })
  return {
    provider,
    tenants,
    at: (path, tenant = 0) => `http://${tenants[tenant]?.host ?? baseDomain}:${port}${path}`,
    stop: async () => {
      await product.stop()
      await provider.stop()
    },
  }
}

/** From the login page to the provider, and signs in there. */
export async function signInAs(page: Page, email = PLANT.email): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Salesforce' }).click()
  await page.getByRole('button', { name: `(${email})` }).click()
}

export async function enterSettings(page: Page, { at }: Salesforce) {
  await page.goto(at('/login?redirect=%2Fsettings'))
  await signInAs(page)
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
}

/** The provider’s user that this tab stores. */
export async function identityOf(page: Page) {
  const stored = await page.evaluate<string | null>(
    "Object.entries(sessionStorage).find(([key]) => key.startsWith('oidc.user:'))?.[1] ?? null",
  )
  return stored === null
    ? null
    : (JSON.parse(stored) as { access_token: string; refresh_token?: string; expires_at: number })
}

export async function setExpiry(page: Page, seconds: number) {
  await page.evaluate(`for (const [key, value] of Object.entries(sessionStorage))
    if (key.startsWith('oidc.user:'))
      sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: ${seconds} }))`)
}

/** The access token of our own session. */
export async function ownToken(page: Page) {
  return await page.evaluate("localStorage.getItem('pat-app__at__')")
}

export function countRenewals(page: Page) {
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/services/oauth2/token')) count += 1
  })
  return () => count
}

/** The page of the debug area on which the silent sign-in is tried. */
export const DEMO = '/debug/silent-signin-demo'

export async function enterDemo(page: Page, { at }: Salesforce) {
  await page.goto(at(`/login?redirect=${encodeURIComponent(DEMO)}`))
  await signInAs(page)
  await expect(page.getByRole('heading', { name: /demo/ })).toBeVisible()
}

export const press = async (page: Page, name: string) =>
  await page.getByRole('button', { name, exact: true }).click()
export const log = (page: Page) => page.getByRole('log')
export const errors = (page: Page) => page.getByLabel('Identity error store')
