import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { readEnv } from 'api/env'
import type { Db } from 'api/db/driver'
import { main } from 'api/main'
import { type TestTenant, aTenant, aUser } from 'api/testing/factories'
import { salesforceEnv } from 'api/testing/salesforce'
import { allowSso } from 'api/testing/sso'
import { freePort } from './free-port.ts'
import { type OidcProvider, startOidcProvider } from './idp/oidc-provider.ts'
import { IDP_PEOPLE } from './idp/people.ts'

export const PLANT = IDP_PEOPLE[0] ?? { email: '', name: '' }

export type Salesforce = {
  provider: OidcProvider
  tenants: TestTenant[]
  /** A page at the host of one of the tenants. */
  at: (path: string, tenant?: number) => string
  stop: () => Promise<void>
}

type Wish = {
  tenants?: number
  baseDomain?: string
  isConnected?: boolean
  env?: Record<string, string>
}

/** A server of its own on the database of all, that signs people in with a local Salesforce. */
export async function startSalesforce(db: Db, wish: Wish = {}): Promise<Salesforce> {
  const { baseDomain = 'localhost', isConnected = true } = wish
  const port = String(await freePort())
  const tenants: TestTenant[] = []
  for (let n = 0; n < (wish.tenants ?? 1); n += 1) {
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
  const product = await startProduct(port, {
    BASE_DOMAIN: baseDomain,
    ...(isConnected && salesforceEnv(provider)),
    ...wish.env,
  })
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

/** The provider's plant manager, with an account that has accepted the terms. */
export async function thePlantManager({ tenants }: Salesforce, db: Db, tenant = 0) {
  const [home] = tenants.slice(tenant)
  if (!home) throw new Error('There is no such organisation.')
  return await aUser(db, { tenant: home, email: PLANT.email, name: PLANT.name })
}

/** From the login page to the provider, and there as somebody. */
export async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Salesforce' }).click()
  await page.getByRole('button', { name: `(${email})` }).click()
}

/** What the library keeps in this tab. */
export async function identityOf(page: Page) {
  const stored = await page.evaluate<string | null>(
    "Object.entries(sessionStorage).find(([key]) => key.startsWith('oidc.user:'))?.[1] ?? null",
  )
  return stored === null
    ? null
    : (JSON.parse(stored) as { access_token: string; refresh_token?: string; expires_at: number })
}

/** In this process: a process of its own would take seconds to begin. */
async function startProduct(port: string, env: Record<string, string>) {
  const { E2E_DATA_DIR: dataDir = '', WEB_DIST } = process.env
  const common = { NODE_ENV: 'test', LOG_LEVEL: 'fatal', PORT: port, DATA_DIR: dataDir, WEB_DIST }
  const DATABASE_URL = await readFile(join(dataDir, 'database-url'), 'utf8')
  return await main(readEnv({ ...common, DATABASE_URL, ...env }))
}
