import { expect, test } from 'vitest'
import { aDownload, openLink } from '#testing/attached.ts'
import { aRefreshToken, aSession, aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })

async function aLink(isWhole = false) {
  const user = await aUser(t.db, { tenant: await aTenant(t.db), roles: ['admin'] })
  const id = await aDownload(t, user, { isWhole })
  const path = `/${isWhole ? 'organisation' : 'user'}/download/${id}/file`
  const sessionId = await aSession(t.db, user)
  const claims = { userId: user.id, tenantId: user.tenantId, sessionId }
  const href = `${path}?token=${await t.app.tokens.signLink(claims, `/api${path}`)}`
  const open = async (headers?: { cookie: string }) =>
    (await openLink(t, user.host, href, headers)).statusCode
  return { user, sessionId, open }
}

test.each([false, true])(
  'a link opens its file in the session that requested it only (of all users: %s)',
  async (isWhole) => {
    const { user, open } = await aLink(isWhole)
    const other = await aRefreshToken(t.db, user.tenantId, await aSession(t.db, user))
    expect([await open({ cookie: '' }), await open({ cookie: `pat_rt=${other}` })]).toEqual([
      401, 401,
    ])
    expect(await open()).toBe(200)
  },
)

test('a link ends after ten minutes and with the session', async () => {
  const { sessionId, open } = await aLink()
  expect(await open()).toBe(200)
  t.clock.now = () => new Date(Date.now() + 601_000)
  expect(await open()).toBe(401)
  t.clock.now = () => new Date()
  await t.sql`update sessions set revoked_at = now() where id = ${sessionId}`
  expect(await open()).toBe(401)
})
