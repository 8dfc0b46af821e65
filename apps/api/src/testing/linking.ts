import { withToken } from './client.ts'
import { SignInMethods } from 'contract/identities'
import { visitProvider } from 'e2e/idp/visit-provider'
import { type TestUser, aRefreshToken, aSession } from './factories.ts'
import { type Tokens, headersOf } from './salesforce.ts'
import { aBrowser, originAt, pathOf } from './sso.ts'
import type { TestApp } from './test-app.ts'

type Confirmation = { password?: string; code?: string; recovery_code?: string; back_to?: string }
type Input = { method?: 'password' | 'sso'; minutesAgo?: number }

export type Owner = Awaited<ReturnType<typeof anOwner>>

/** A signed-in user, with a browser, who changes their sign-in methods. */
export async function anOwner(
  t: Pick<TestApp, 'app' | 'db' | 'call'>,
  user: TestUser,
  input: Input,
) {
  const { id: userId, tenantId, host } = user
  const origin = originAt({ id: tenantId, domain: '', host })
  const sessionId = await aSession(t.db, user, input)
  const token = await t.app.tokens.sign({ userId, tenantId, sessionId })
  const browser = aBrowser(t.call)
  browser.jarOf(host).set('pat_rt', await aRefreshToken(t.db, tenantId, sessionId))
  const send = async (path: string, body?: Confirmation, more: object = {}, method?: 'POST') =>
    await browser.send(`${origin}/api/user/identities${path}`, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: { ...withToken(token), ...more },
      ...(body && { payload: body }),
    })
  return {
    ...browser,
    sessionId,
    origin,
    send,
    methods: async () => SignInMethods.parse((await send('')).json()),
    /** Goes to the provider; returns the address that it redirects to. */
    leave: async (
      confirmation: Confirmation,
      domain = 'harbour.example',
      hint = 'plant',
    ): Promise<URL> => {
      const { url } = (await send(`/sso/${domain}`, confirmation)).json<{ url: string }>()
      return await visitProvider(url, hint)
    },
    come: async (back: URL): Promise<string> => pathOf(await browser.open(back)),
    linkSalesforce: (tokens: Tokens) => send('/salesforce', undefined, headersOf(tokens), 'POST'),
  }
}
