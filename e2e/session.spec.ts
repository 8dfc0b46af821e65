import type { Page } from '@playwright/test'
import { aUser } from 'api/testing/factories'
import { type Person, aNewcomer, anAdmin, enter, expect, go, signIn, test } from './fixtures.ts'
import { leaveAndGoBack } from './leaving.ts'
import { aSmallOrganisation } from './organisations.ts'

const TOKEN = 'pat-app__at__'

test('three tabs renew an expired token silently', async ({ page, context, db }) => {
  const person = await aNewcomer(db, { name: 'Night Manager' })
  await enter(page, person, '/settings')
  const [other, third] = [await context.newPage(), await context.newPage()]
  await other.goto(page.url())
  const name = (tab: Page) => tab.getByLabel('Name', { exact: true })
  await name(other).fill('Half Typed')
  // Any of the tabs may renew it for both.
  const renewal = context.waitForEvent('response', (answer) =>
    answer.url().endsWith('/api/refresh-token'),
  )
  await page.evaluate(`localStorage.setItem('${TOKEN}', 'no longer good')`)
  await page.reload()
  expect((await renewal).status()).toBe(200)
  await expect(name(page)).toHaveValue('Night Manager')
  await expect(name(other)).toHaveValue('Half Typed')
  const token = await page.evaluate<string>(`localStorage.getItem('${TOKEN}')`)
  expect(token.split('.')).toHaveLength(3)

  await page.evaluate(`localStorage.setItem('${TOKEN}', 'no longer good')`)
  const tabs = [page, third]
  await Promise.all(tabs.map((tab) => tab.goto(other.url())))
  for (const tab of tabs)
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Settings')
  const sessions = await db
    .selectFrom('sessions')
    .select('revoked_at')
    .where('user_id', '=', person.id)
    .execute()
  expect(sessions).toEqual([{ revoked_at: null }])
})

test('an ended session is noticed on focus and on going back, and a failing server ends none', async ({
  page,
  db,
}) => {
  const person = await aNewcomer(db)
  await page.clock.install()
  await enter(page, person, '/settings')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Half Typed')
  const focus = async (status: number) => {
    // A busy server's refusal is asked again, whose answer may come late.
    const answered = page.waitForResponse(
      (each) => new URL(each.url()).pathname === '/api/user' && each.status() === status,
    )
    // The page checks at most once a minute.
    await page.clock.fastForward('02:00')
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    await answered
  }
  for (const status of [429, 500, 503]) {
    await page.route('**/api/user', (route) => route.fulfill({ status, json: {} }))
    await focus(status)
    await page.unroute('**/api/user')
    await focus(200)
    await expect(name).toHaveValue('Half Typed')
  }
  const checked = page.waitForResponse('**/api/user')
  await leaveAndGoBack(page)
  expect((await checked).status()).toBe(200)
  await expect(name).toHaveValue('Half Typed')

  const isOver = async () => {
    await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings$/)
    await expect(page.getByText('Your session ended.')).toBeVisible()
  }
  const end = () => db.deleteFrom('sessions').where('user_id', '=', person.id).execute()
  await end()
  await focus(401)
  await isOver()
  await signIn(page, person.email)
  await expect(name).toBeVisible()
  await end()
  await leaveAndGoBack(page)
  await isOver()
  await signIn(page, person.email)
  await expect(name).toBeVisible()
  await page.route('**/api/user', (route) => route.fulfill({ json: null }))
  await focus(200)
  await isOver()
  await expect(page.getByText('Please login again', { exact: true })).toBeVisible()
  await page.unroute('**/api/user')
  await signIn(page, person.email)
  await expect(name).toBeVisible()
  await leaveAndGoBack(page, `localStorage.removeItem('${TOKEN}')`)
  await expect(page).toHaveURL(/\/login$/)
  await expect(name).toHaveCount(0)
})

test('text typed in a form is restored after signing in again', async ({ page, db }) => {
  const { tenant } = await aSmallOrganisation(db)
  const admin = await anAdmin(db, { tenant })
  const { id } = await aUser(db, { tenant, name: 'Carla Carer' })
  const end = () => db.deleteFrom('sessions').where('user_id', '=', admin.id).execute()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const save = page.getByRole('button', { name: 'Save changes' }).last()
  await enter(page, admin, `/admin/users/${id}/main-details`)
  await name.fill('Clara Carer')
  await end()
  await save.click()
  await expect(page.getByText('Your session ended.')).toBeVisible()
  await db
    .updateTable('users')
    .set(({ eb }) => ({ name: 'Carlotta Carer', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await signInAgain(page, admin)
  await expect(name).toHaveValue('Clara Carer')
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await save.click()
  await expect(page.getByText('Carlotta Carer').first()).toBeVisible()

  await go(page, '/admin/settings/terms')
  const text = page.getByRole('textbox', { name: 'Text' })
  const publish = page.getByRole('button', { name: /^Publish/ })
  await text.fill('Many words of our own.')
  await end()
  await publish.click()
  await signInAgain(page, admin)
  await expect(text).toHaveValue('Many words of our own.')
  await publish.click()
  await expect(
    page.getByText('Organisation-specific terms published', { exact: true }),
  ).toBeVisible()
  await page.reload()
  await expect(text).toHaveValue('Many words of our own.')
  await expect(page.getByText(/not saved|unsaved/)).toHaveCount(0)
})

async function signInAgain(page: Page, { email }: Person) {
  // The page before also has a field for an email address.
  await expect(page.getByText('Sign in to continue where you left off.')).toBeVisible()
  await signIn(page, email)
}
