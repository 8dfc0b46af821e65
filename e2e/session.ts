import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createAccessTokens } from 'api/core/access-token'
import type { Db } from 'api/db/scope'
import { type TestUser, aRefreshToken, aSession } from 'api/testing/factories'

/** A person at the host where they sign in; people of the demo data have no id here. */
export type Person = Pick<TestUser, 'host' | 'email'> & Partial<Pick<TestUser, 'id' | 'tenantId'>>

export type SessionMaker = (person: Person) => Promise<{ token: string; refresh: string }>

/** Creates sessions in the database of a running product, with tokens signed by its secret. */
export async function sessionMaker(db: Db, dataDir: string, now = () => new Date()) {
  const tokens = createAccessTokens([await readFile(join(dataDir, 'secret'), 'utf8')], now)
  const make: SessionMaker = async (person) => {
    const user = await idsOf(db, person)
    const sessionId = await aSession(db, user)
    const claims = { userId: user.id, tenantId: user.tenantId, sessionId }
    return {
      token: await tokens.sign(claims),
      refresh: await aRefreshToken(db, user.tenantId, sessionId),
    }
  }
  return make
}

async function idsOf(db: Db, { host, email }: Person) {
  const [domain = ''] = host === 'localhost' ? ['public'] : host.split('.')
  return await db
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .select(['users.id', 'users.tenant_id as tenantId'])
    .where('tenants.domain', '=', domain)
    .where('users.email', '=', email)
    .executeTakeFirstOrThrow()
}

/** Opens an address in a new session of this person, without the sign-in form. */
export async function openAs(page: Page, address: string, session: ReturnType<SessionMaker>) {
  const { origin } = new URL(address)
  const { token, refresh } = await session
  const cookie = { name: 'pat_rt', value: refresh, url: origin }
  await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' as const }])
  const script = await page.addInitScript(
    `if (origin === '${origin}') localStorage.setItem('pat-app__at__', '${token}')`,
  )
  await page.goto(address)
  await script.dispose()
}
