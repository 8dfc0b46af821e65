import { UNSAFE_REDIRECTS } from 'contract/unsafe-redirects'
import { PASSWORD } from 'api/testing/factories'
import {
  aNewcomer,
  addressOf,
  expect,
  provingCalls,
  signIn,
  signOut,
  test,
  turnTo,
} from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aVerifiedNewcomer } from './mfa.ts'
import { expectPendingUntilNextPage } from './pending.ts'

test('sign-in says what is wrong, and a password can be shown and pasted', async ({
  page,
  context,
  db,
}) => {
  const email = page.getByRole('textbox', { name: 'Email' })
  const password = page.getByLabel('Password', { exact: true })
  await page.goto('/login')
  await expectGoodLooks(page, 'login')
  await email.fill('typed@example.org')
  const read = page.getByRole('button', { name: 'Terms of use' })
  await read.click()
  const terms = page.getByRole('dialog', { name: 'Terms of use' })
  await expect(terms.getByText('What Waymark is for')).toBeVisible()
  await expectGoodLooks(page, 'login-terms')
  await terms.getByRole('button', { name: 'Close terms' }).click()
  await expect(read).toBeFocused()
  await expect(email).toHaveValue('typed@example.org')
  await email.clear()
  const support = page.getByRole('link', { name: 'Support' })
  await expect(support).toHaveAttribute('href', 'mailto:support@example.org')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(email).toBeFocused()
  await expect(page.getByText('Enter your password')).toBeVisible()
  await signIn(page, 'nobody@example.org', 'not the password')
  await expect(page.getByRole('alert')).toContainText('We could not sign you in')
  await expect(page.getByRole('alert')).toContainText('Check your email and password')
  await expect(email).toHaveValue('nobody@example.org')
  await expect(password).toHaveValue('')
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription(/Enter your password again/)
  await expectGoodLooks(page, 'login-refused')

  const hint = page.getByRole('paragraph').filter({ hasText: 'Organisation admins sign in at' })
  await expect(hint).toBeHidden()
  await page.goto(addressOf('admin.localhost', '/login'))
  await expect(hint).toContainText(`which ends in .${new URL(addressOf('localhost')).host}.`)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = await aNewcomer(db)
  await page.goto(addressOf(person.host, '/login'))
  await expect(email).toHaveAttribute('autocomplete', 'username')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await email.fill(person.email)
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(PASSWORD)})`)
  await password.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(password).toHaveValue(PASSWORD)
  await expect(password).toHaveAttribute('type', 'password')
  const show = page.getByRole('button', { name: 'Show password' })
  await show.click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await show.click()
  await expect(password).toHaveAttribute('type', 'password')
  await expectPendingUntilNextPage(page, () =>
    page.getByRole('button', { name: 'Sign in', exact: true }).click(),
  )
  await expect(page).toHaveURL(addressOf(person.host))

  const cookies = await context.cookies()
  const refresh = cookies.find(({ name }) => name === 'pat_rt')
  expect(refresh).toMatchObject({ httpOnly: true, secure: false, sameSite: 'Lax', path: '/' })
  expect(await page.evaluate<string>('document.cookie')).not.toContain('pat_rt')
  const days = ((refresh?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(0.9)
  expect(days).toBeLessThanOrEqual(1)

  await turnTo(page, '/settings')
  for (const [name, kind] of [
    ['Current password', 'current-password'],
    ['New password', 'new-password'],
  ] as const) {
    const field = page.getByRole('textbox', { name })
    await expect(field).toHaveAttribute('autocomplete', kind)
    await expect(field).toHaveAttribute('type', 'password')
  }
  await expect(page.getByRole('button', { name: 'Show password' })).toHaveCount(3)
})

test('signing in opens the requested page, in every tab, until signing out', async ({
  page,
  context,
  db,
}) => {
  const proving = provingCalls(context)
  const { host, email, id } = await aNewcomer(db)
  await page.goto(addressOf(host, '/action-reports?year=2025'))
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await signIn(page, email)
  await expect(page).toHaveURL(addressOf(host, '/action-reports?year=2025'))

  await turnTo(page, '/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await db.deleteFrom('sessions').where('user_id', '=', id).execute()
  await page.reload()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings$/)
  const ended = page.getByText('Your session ended. Sign in to continue where you left off.')
  await expect(ended).toBeVisible()
  await signIn(page, email)
  await expect(page).toHaveURL(addressOf(host, '/settings'))

  await signOut(page)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expect(page.getByText('Your session ended')).toBeHidden()
  const other = await context.newPage()
  await other.goto(addressOf(host, '/login'))
  await signIn(other, email)
  for (const tab of [other, page]) await expect(tab).toHaveURL(addressOf(host))
  await turnTo(page, '/settings')
  await signOut(other)
  await expect(other).toHaveURL(/\/login$/)
  await expect(page).toHaveURL(/\/login$/)
  // Kept when a session ends, so that strangers' guesses don't lock this browser out, and sent with the next sign-in only.
  expect(await page.evaluate("localStorage.getItem('pat-app__device__')")).toMatch(
    /^[\w-]+\.[\w-]+$/,
  )
  expect(proving).toEqual(['/api/login', '/api/login'])
})

// The function itself is tested with all of them in packages/contract.
test('signing in never leads to another origin', async ({ page, db }) => {
  const { host, email } = await aNewcomer(db)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== addressOf(host, '')) elsewhere.push(request.url())
  })
  for (const redirect of UNSAFE_REDIRECTS.filter((_, n) => n % 8 === 0)) {
    const address = addressOf(host, `/login?redirect=${encodeURIComponent(redirect)}`)
    await page.goto(address, { waitUntil: 'commit' })
    await signIn(page, email)
    await page.waitForURL(({ pathname }) => pathname !== '/login', { waitUntil: 'commit' })
    expect([redirect, page.url()]).toEqual([redirect, addressOf(host)])
    expect([redirect, elsewhere]).toEqual([redirect, []])
    await page.evaluate('localStorage.clear()')
    await page.context().clearCookies({ name: 'pat_rt' })
  }
})

test('a browser that blocks cookies says so, and what to do', async ({ context, problems }) => {
  // Browsers hide storage along with cookies.
  const blocked = await context.newPage()
  const hidden =
    "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new DOMException('Blocked', 'SecurityError') } })"
  await blocked.addInitScript(`if (origin !== 'null') { ${hidden} }`)
  await blocked.goto('/login')
  const heading = blocked.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Allow cookies to use Waymark')
  await expect(blocked.getByText('Your browser blocks cookies and site data here.')).toBeVisible()
  await expectGoodLooks(blocked, 'cookies-blocked')
  problems.splice(0)

  // A window of its own, because the first one is the next test's too.
  const unread = await context.newPage()
  const devTools = await context.newCDPSession(unread)
  await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  await unread.goto('/login')
  await signIn(unread, 'anna@example.org')
  await expect(unread.getByRole('alert')).toContainText('Allow cookies for it')
})

test('a browser whose storage takes nothing says so, and what to do', async ({ page, db }) => {
  const person = await aNewcomer(db)
  await page.addInitScript(
    "Storage.prototype.setItem = () => { throw new DOMException('Full', 'QuotaExceededError') }",
  )
  const said = page.getByText('Your browser can’t store data for this site. Allow cookies')
  for (const { host, email } of [person, (await aVerifiedNewcomer(db)).person]) {
    await page.goto(addressOf(host, '/login'))
    await signIn(page, email)
    await expect(said).toBeVisible()
  }
  await expectGoodLooks(page, 'storage-refused')
  const url = addressOf(person.host, '/auth/sso/process-signin')
  await page.context().addCookies([{ name: 'pat_oidc', value: 'a.b.c', url }])
  await page.goto(url)
  await expect(said.first()).toBeVisible()
})
