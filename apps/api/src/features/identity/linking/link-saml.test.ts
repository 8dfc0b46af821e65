import { visitSamlProvider } from 'e2e/idp/visit-provider'
import { beforeEach, expect, test } from 'vitest'
import { PASSWORD, aUser } from '#testing/factories.ts'
import { anOwner } from '#testing/linking.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, aSamlVisitor, pathOf } from '#testing/sso.ts'

const s = await startSso('samlink')
beforeEach(async () => void (await s.connectSaml()))

const PATH = '/sso/harbour-saml.example'

/** Links at the provider, up to the address that our own page opens next. */
async function comeBack(hint: string, back_to?: string) {
  const user = await aUser(s.t.db, { tenant: s.tenant })
  const me = await anOwner(s.t, user, {})
  const started = await me.send(PATH, { password: PASSWORD, ...(back_to && { back_to }) })
  const { action, ...fields } = await visitSamlProvider(started.json<{ url: string }>().url, hint)
  return { user, me, next: await me.post(action, fields, 'http://127.0.0.1:4006') }
}
const changeAudience = () => {
  s.saml.rewrite = (tags) => ({ ...tags, Audience: 'https://elsewhere.example' })
}

test('a SAML identity is linked, and then signs in', async () => {
  const { user, me, next } = await comeBack('quality')
  expect(await me.come(next)).toBe('/settings?link=done')
  const visitor = aSamlVisitor(s.t.call, s.tenant)
  expect(await visitor.finish(await visitor.ask())).toBe(SSO_SUCCESS)
  const sessions = await s.sessions()
  expect(sessions.find(({ method }) => method === 'sso')?.user_id).toBe(user.id)
})

test('a refusal, another browser and a changed response are reported in the settings', async () => {
  const stranger = await comeBack('stranger')
  expect(await stranger.me.come(stranger.next)).toBe('/settings?link=no-account')
  const { next } = await comeBack('quality')
  expect(await stranger.me.come(next)).toBe('/settings?link=expired')
  changeAudience()
  expect(pathOf((await comeBack('quality')).next)).toBe('/settings?link=rejected')
})

test('linking from the admin area returns there, and to no other page', async () => {
  const back = '/admin/account/security'
  const { me, next } = await comeBack('stranger', back)
  expect(await me.come(next)).toBe(`${back}?link=no-account`)
  changeAudience()
  expect(pathOf((await comeBack('quality', back)).next)).toBe(`${back}?link=rejected`)
  for (const back_to of ['//evil.example', '/settings/../login', 'https://evil.example/settings'])
    expect((await me.send(PATH, { password: PASSWORD, back_to })).statusCode).toBe(400)
})
