import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withToken } from '#testing/client.ts'
import { aUser, theTenant } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { anOpenAssessment, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

const TOKEN = 'a token for monitoring'
const WEB_DIST = await mkdtemp(join(tmpdir(), 'waymark-web-'))
await mkdir(join(WEB_DIST, '.vite'))
await mkdir(join(WEB_DIST, 'assets'))
await writeFile(join(WEB_DIST, 'index.html'), '<!doctype html><title>Waymark</title>')
await writeFile(join(WEB_DIST, '.vite/routes.json'), '["/", "/login"]')
await writeFile(join(WEB_DIST, 'assets/player.js'), 'export {}')
const t = await testApp({ works: false, env: { WEB_DIST, MONITORING_TOKEN: TOKEN } })
const other = await testApp({ works: false, besides: t, env: { WEB_DIST } })
const platform = await theTenant(t.db, 'admin')
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })

const variables = { DATABASE_URL: t.ownerUrl, WAYMARK_SECRET: TEST_SECRET }
/** Runs the command, and lets both nodes look. */
async function run(...args: string[]) {
  const said = String(await waymark(['maintenance', ...args], variables))
  for (const node of [t, other]) await node.app.maintenance.refresh()
  return said
}
const page = (host: string, url = '/login', node: typeof t = t) => node.call({ host, url })
const close = async (...args: string[]) => {
  await run('on', ...args)
  onTestFinished(async () => void (await run('off')))
}

test('on closes every host of every node with a page in the platform’s brand, and off opens them', async () => {
  await t.sql`update tenants set name = 'Tidemark', brand_colour = '#123456' where id = ${platform.id}`
  expect(await run()).toBe('Maintenance mode is off.')
  expect(await run('on')).toMatch(/^Maintenance mode is on\. All running nodes close within 5 s/)
  for (const node of [t, other])
    for (const host of ['localhost', 'nobody.localhost']) {
      const { statusCode, headers, body } = await page(host, '/', node)
      expect(statusCode).toBe(503)
      expect(headers).toMatchObject({ 'retry-after': '30', 'cache-control': 'no-store' })
      expect(headers['content-type']).toContain('text/html')
      expect(body).toContain('<title>Maintenance · Tidemark</title>')
      expect(body).toContain('--primary: #123456;')
      expect(body).toContain('We’re carrying out maintenance.')
      expect(body).not.toContain('<script')
    }
  expect(await run()).toMatch(
    /^Maintenance mode has been on since \d{4}-\S+ \d\d:\d\d UTC\. Message to users: We/,
  )
  expect(await run('off')).toBe('Maintenance mode is off. All nodes open within 5 seconds.')
  expect((await page('localhost')).statusCode).toBe(200)
  expect(await run('off')).toBe('Maintenance mode was already off.')
  expect(
    await t.sql`select action from audit_events where tenant_id = ${platform.id} and action like 'maintenance.%' order by id`,
  ).toEqual([{ action: 'maintenance.started' }, { action: 'maintenance.ended' }])
})

test('the operator’s own sentence replaces the usual one, as text', async () => {
  await close('--say', 'Back at 18:00 <b>sharp</b>.')
  expect((await page('localhost')).body).toContain(
    '<p>Back at 18:00 &#60;b&#62;sharp&#60;/b&#62;.</p>',
  )
  await run('on', '--say', 'Back at 19:00.')
  expect((await page('localhost')).body).toContain('<p>Back at 19:00.</p>')
  expect(JSON.parse(await run('--json'))).toEqual({
    is_on: true,
    since: expect.stringMatching(/Z$/),
    reason: 'Back at 19:00.',
  })
  await expect(run('on', '--say', ' ')).rejects.toThrow(/Nothing was changed/)
})

test('a save gets 503 with a code and when to come back, and is taken afterwards', async () => {
  const { anna, id, first } = await anOpenAssessment(t)
  await close()
  const refused = await anna.save(id, choice(first, 1, 2))
  expect([refused.status, refused.code]).toEqual([503, 'maintenance'])
  await run('off')
  expect((await anna.save(id, choice(first, 1, 2))).status).toBe(200)
})

test('open pages go on loading their files', async () => {
  await close()
  expect((await page('localhost', '/assets/player.js?v=1')).statusCode).toBe(200)
})

test('the platform’s host stays open, and its page System says that Waymark is closed', async () => {
  await close()
  expect((await page('admin.localhost')).statusCode).toBe(200)
  expect((await t.as(god).get('/system')).body).toMatchObject({
    maintenance_since: expect.stringMatching(/^\d{4}-/),
  })
})

test('health and readiness keep telling the truth, and say that Waymark is closed', async () => {
  await close()
  const ready = await t.call({ host: 'localhost:4003', url: '/api/ready' })
  expect([ready.statusCode, ready.json()]).toMatchObject([
    200,
    {
      status: 'ready',
      details: { database: 'ok', maintenance: expect.stringMatching(/^on since/) },
    },
  ])
  expect((await t.call({ host: 'localhost', url: '/api/health' })).statusCode).toBe(200)
  await page('localhost')
  const { body } = await t.call({ host: 'localhost', url: '/metrics', headers: withToken(TOKEN) })
  expect(body).toContain('waymark_maintenance 1')
  expect(body).toContain('waymark_http_errors_total 0')
})

test('a node stays closed while its database is away', async () => {
  await close()
  await t.sql`alter table maintenance rename to away`
  await t.app.maintenance.refresh().catch(() => {})
  expect((await page('localhost')).statusCode).toBe(503)
  await t.sql`alter table away rename to maintenance`
})
