import type { Page } from '@playwright/test'
import { aUser } from 'api/testing/factories'
import { type Person, aNewcomer, addressOf, enter, expect, go, test, signIn } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'

const TOKEN = 'pat-app__at__'

test('a token is renewed silently, in five tabs at once, too', async ({ page, context, db }) => {
  await test.step('an access token that no longer counts is renewed silently', async () => {
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

  await test.step('five tabs that renew at once keep one session alive', async () => {
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

test('what was typed in a form is there again once one is back', async ({ page, db }) => {
  test.setTimeout(120_000)
  const { tenant } = await aSmallOrganisation(db)
  const admin = await aUser(db, { tenant, roles: ['admin'] })
  const other = await aUser(db, { tenant, name: 'Carla Carer' })
  const end = () => db.deleteFrom('sessions').where('user_id', '=', admin.id).execute()
  const comeBack = () => signInAgain(page, admin)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const save = page.getByRole('button', { name: 'Save changes' }).last()

  await test.step('of a person: it is still compared with what somebody else saves meanwhile', async () => {
    await enter(page, admin, `/admin/users/${other.id}/main-details`)
    await name.fill('Clara Carer')
    await end()
    await save.click()
    await expect(page.getByText('Your session ended.')).toBeVisible()
    await db
      .updateTable('users')
      .set(({ eb }) => ({ name: 'Carlotta Carer', version: eb('version', '+', 1) }))
      .where('id', '=', other.id)
      .execute()
    await comeBack()
    await expect(name).toHaveValue('Clara Carer')
    await expect(page.getByText('1 change not saved')).toBeVisible()
    await save.click()
    await expect(page.getByText('Carlotta Carer').first()).toBeVisible()
  })

  await test.step('of the organisation', async () => {
    await enter(page, admin, '/admin/organisation')
    await name.fill('Millbrook Care and Homes')
    await end()
    await save.click()
    await comeBack()
    await expect(name).toHaveValue('Millbrook Care and Homes')
    await save.click()
    await expect(page.getByText('Organisation saved', { exact: true })).toBeVisible()
  })

  await test.step('of the terms', async () => {
    await go(page, '/admin/settings/terms')
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.fill('Many words of our own.')
    await end()
    await page.getByRole('button', { name: /^Publish/ }).click()
    await comeBack()
    await expect(text).toHaveValue('Many words of our own.')
  })

  await test.step('but once, and not after signing out', async () => {
    await page.getByRole('button', { name: /^Publish/ }).click()
    await expect(page.getByText('Addition published', { exact: true })).toBeVisible()
    await enter(page, admin, '/admin/organisation')
    await expect(name).toHaveValue('Millbrook Care and Homes')
    await expect(page.getByText('not saved')).toHaveCount(0)
  })
})

test('neither cookies of the session nor the refresh token are open to scripts', async ({
  page,
  context,
  db,
}) => {
  const person = await aNewcomer(db)
  await page.goto(addressOf(person.host, '/login'))
  await signIn(page, person.email)
  await expect(page).toHaveURL(addressOf(person.host))
  const cookies = await context.cookies()
  const refresh = cookies.find(({ name }) => name === '__Host-pat_rt')
  expect(refresh).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
  expect(await page.evaluate<string>('document.cookie')).not.toContain('pat_rt')
  const days = ((refresh?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(0.9)
  expect(days).toBeLessThanOrEqual(1)
})

/** After the end of a session, at the page that it led to. */
async function signInAgain(page: Page, { email }: Person) {
  // The page that is left says so as well, and has a field for an email, too.
  await expect(page.getByText('Sign in to carry on where you left off.')).toBeVisible()
  await signIn(page, email)
}
