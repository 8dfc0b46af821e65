import { type TestTenant, type TestUser, aTenant, aUser, theTenant } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'

type Place = { god: TestUser; tenant: TestTenant; user: TestUser; auditor: TestUser }

const FORMS: [string, (place: Place) => string][] = [
  ['an organisation', ({ tenant }) => `/admin/applications/${tenant.id}/main`],
  ['a user', ({ user }) => `/admin/users/${user.id}/main-details`],
  ['somebody of the platform', ({ auditor }) => `/admin/admin-users/${auditor.id}`],
]

test('what is typed while a form is saved stays, and is saved next', async ({ page, db }) => {
  for (const [what, pathOf] of FORMS)
    await test.step(what, async () => {
      const platform = await theTenant(db, 'admin')
      const tenant = await aTenant(db, { name: 'Before' })
      const place = {
        tenant,
        god: await aUser(db, { tenant: platform, roles: ['god-admin'] }),
        user: await aUser(db, { tenant, name: 'Before' }),
        auditor: await aUser(db, { tenant: platform, roles: ['auditor'], name: 'Before' }),
      }
      await enter(page, place.god, pathOf(place))
      let answer = () => {}
      const answered = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route(/\/api\/(customers|users|admin-users)\/\d+/, async (route) => {
        if (route.request().method() !== 'GET') await answered
        await route.continue()
      })
      const name = page.getByRole('textbox', { name: 'Name', exact: true })
      await name.fill('First')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await name.fill('First and more')
      answer()
      await expect(page.getByText(/^(Organisation|Changes) saved$/)).toBeVisible()
      await expect(name).toHaveValue('First and more')
      await expect(page.getByText('1 change not saved')).toBeVisible()
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText('not saved')).toBeHidden()
      await page.reload()
      await expect(name).toHaveValue('First and more')
    })
})
