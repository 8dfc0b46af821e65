import { type SamlProvider, startSamlProvider } from 'e2e/idp/saml-provider'
import { visitSamlProvider } from 'e2e/idp/visit-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, type TestTenant, aTenant, aUser } from '#testing/factories.ts'
import { anOwner } from '#testing/linking.ts'
import { SSO_SUCCESS, aSamlConnection, aSamlVisitor, allowSso, pathOf } from '#testing/sso.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let provider: SamlProvider
let tenant: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  provider = await startSamlProvider({ origins: ['http://samlink.localhost:4003'] })
  tenant = await aTenant(t.db, { domain: 'samlink' })
  await allowSso(t.db, tenant)
  await aSamlConnection(t.db, provider, { tenant })
})
afterAll(async () => {
  await provider.stop()
  await t.close()
})

/** As far as our page, which posts nothing of ours along, leads the browser. */
async function comeBack(hint: string, back_to?: string) {
  const user = await aUser(t.db, { tenant })
  const me = await anOwner(t, user, {})
  const begun = await me.send('/sso/harbour-saml.example', {
    password: PASSWORD,
    ...(back_to && { back_to }),
  })
  const { action, ...fields } = await visitSamlProvider(begun.json<{ url: string }>().url, hint)
  return { user, me, next: await me.post(action, fields, 'http://127.0.0.1:4006') }
}

test('a SAML identity is linked, and then signs in', async () => {
  const { user, me, next } = await comeBack('quality')
  expect(await me.come(next)).toBe('/settings?link=done')
  const visitor = aSamlVisitor(t.call, tenant)
  expect(await visitor.finish(await visitor.ask())).toBe(SSO_SUCCESS)
  const { user_id } = await t.db
    .selectFrom('sessions')
    .select('user_id')
    .where('tenant_id', '=', tenant.id)
    .where('method', '=', 'sso')
    .executeTakeFirstOrThrow()
  expect(user_id).toBe(user.id)
})

test('one that cannot be linked, or is brought by another browser, is said in the settings', async () => {
  const stranger = await comeBack('stranger')
  expect(await stranger.me.come(stranger.next)).toBe('/settings?link=no-account')
  const { next } = await comeBack('quality')
  expect(await stranger.me.come(next)).toBe('/settings?link=expired')
})

test('an answer that was changed on its way is said there, too', async () => {
  provider.rewrite = (tags) => ({ ...tags, Audience: 'https://elsewhere.example' })
  const { next } = await comeBack('quality')
  provider.rewrite = undefined
  expect(pathOf(next)).toBe('/settings?link=rejected')
})

test('whoever began it in the admin area is led back there, and nowhere but to a page of settings', async () => {
  const back = '/admin/account/security'
  const { me, next } = await comeBack('stranger', back)
  expect(await me.come(next)).toBe(`${back}?link=no-account`)
  provider.rewrite = (tags) => ({ ...tags, Audience: 'https://elsewhere.example' })
  const changed = await comeBack('quality', back)
  provider.rewrite = undefined
  expect(pathOf(changed.next)).toBe(`${back}?link=rejected`)
  for (const path of ['//evil.example', '/settings/../login', 'https://evil.example/settings']) {
    const body = { password: PASSWORD, back_to: path }
    expect((await me.send('/sso/harbour-saml.example', body)).statusCode).toBe(400)
  }
})
