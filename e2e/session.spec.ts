import { aNewcomer, addressOf, enter, expect, test } from './fixtures.ts'

const TOKEN = 'pat-app__at__'

test('an access token that no longer counts is renewed silently', async ({ page, db }) => {
  const person = await aNewcomer(db, { name: 'Night Manager' })
  await enter(page, person)
  await page.evaluate(`localStorage.setItem('${TOKEN}', 'no longer good')`)
  const renewal = page.waitForResponse('**/api/refresh-token')
  await page.goto(addressOf(person.host, '/settings'))
  expect((await renewal).status()).toBe(200)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Night Manager')
  const token = await page.evaluate<string>(`localStorage.getItem('${TOKEN}')`)
  expect(token.split('.')).toHaveLength(3)
})

test('five tabs that renew at once keep one session alive', async ({ context, page, db }) => {
  const person = await aNewcomer(db)
  await enter(page, person)
  const others = await Promise.all([1, 2, 3, 4].map(() => context.newPage()))
  const tabs = [page, ...others]
  let renewals = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/api/refresh-token')) renewals += 1
  })
  await page.evaluate(`localStorage.setItem('${TOKEN}', 'no longer good')`)
  await Promise.all(tabs.map((tab) => tab.goto(addressOf(person.host, '/settings'))))
  for (const tab of tabs) {
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Settings')
  }
  expect(renewals).toBeGreaterThan(0)
  const sessions = await db
    .selectFrom('sessions')
    .select('revoked_at')
    .where('user_id', '=', person.id)
    .execute()
  expect(sessions).toEqual([{ revoked_at: null }])
})

test('a session that ends elsewhere is noticed when the window has the focus again', async ({
  page,
  db,
}) => {
  const person = await aNewcomer(db)
  await page.clock.install()
  await enter(page, person, '/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await db.deleteFrom('sessions').where('user_id', '=', person.id).execute()
  // The check is made once a minute at most.
  await page.clock.fastForward('02:00')
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings$/)
  await expect(page.getByText('Your session ended.')).toBeVisible()
})

test('a call by cookie without the XSRF header is refused', async ({ page, db }) => {
  await enter(page, await aNewcomer(db))
  const statuses = await page.evaluate<number[]>(`Promise.all(
    ['/api/refresh-token', '/api/logout'].map((path) =>
      fetch(path, { method: 'POST' }).then(({ status }) => status)))`)
  expect(statuses).toEqual([403, 403])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we stand')
})

test('another site can neither call the API nor send it a form', async ({ page, db }) => {
  const { host } = await aNewcomer(db)
  await enter(page, await aNewcomer(db))
  await page.goto('about:blank')
  const call = page.evaluate(
    `fetch('${addressOf(host, '/api/user')}', { credentials: 'include' }).then(() => 'answered', () => 'blocked')`,
  )
  expect(await call).toBe('blocked')
  await page.setContent(
    `<form action="${addressOf(host, '/api/logout')}" method="post" enctype="text/plain">
      <input name="a" value="b"><button>Send</button></form>`,
  )
  const answer = page.waitForResponse('**/api/logout')
  await page.getByRole('button', { name: 'Send' }).click()
  expect((await answer).status()).toBe(403)
})

test('neither cookies of the session nor the refresh token are open to scripts', async ({
  page,
  context,
  db,
}) => {
  await enter(page, await aNewcomer(db))
  const cookies = await context.cookies()
  const refresh = cookies.find(({ name }) => name === '__Host-pat_rt')
  expect(refresh).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
  expect(await page.evaluate<string>('document.cookie')).not.toContain('pat_rt')
  const days = ((refresh?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(0.9)
  expect(days).toBeLessThanOrEqual(1)
})
