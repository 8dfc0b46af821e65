import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '#testing/test-app.ts'

const PAGES = [
  '/',
  '/$',
  '/login',
  '/admin',
  '/admin/users/$id',
  '/verify/{-$code}',
  '/auth/sso/$domain',
]
const WEB_DIST = await mkdtemp(join(tmpdir(), 'waymark-web-'))
await mkdir(join(WEB_DIST, '.vite'))
await writeFile(join(WEB_DIST, 'index.html'), '<!doctype html><title>Waymark</title>')
await writeFile(join(WEB_DIST, '.vite/routes.json'), JSON.stringify(PAGES))
const t = await testApp({ works: false, env: { WEB_DIST } })

const answerTo = (url: string) => t.call({ host: 'localhost', url })

test.each([
  '/',
  '/login',
  '/login?redirect=/metrics',
  '/Login',
  '/admin/',
  '/admin/users/12',
  '/verify',
  '/verify/K7QX29MB4TWD',
  '/auth/sso/example.org',
])('the page %s is the application, with status 200', async (url) => {
  const { statusCode, body } = await answerTo(url)
  expect([statusCode, body]).toEqual([200, expect.stringContaining('<title>Waymark')])
})

test.each([
  '/metrics',
  '/wp-login',
  '/login/x',
  '/admin/users',
  '/admin/users/12/x',
  '/verify/a/b',
  '/auth/sso/',
])('the unknown path %s is the application, with status 404', async (url) => {
  const { statusCode, body } = await answerTo(url)
  expect([statusCode, body]).toEqual([404, expect.stringContaining('<title>Waymark')])
})

test('a missing file is not found, without the application', async () => {
  for (const url of ['/assets/missing.js', '/missing.png'])
    expect((await answerTo(url)).json()).toMatchObject({ code: 'not-found' })
})

test('the list of pages is not served', async () => {
  const { statusCode, body } = await answerTo('/.vite/routes.json')
  expect([statusCode, body]).toEqual([404, expect.stringContaining('<title>Waymark')])
})
