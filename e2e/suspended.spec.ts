import { aTenant, aUser, theTenant } from 'api/testing/factories'
import { enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('whoever has a page of an organisation open that is suspended is told so, and whom to ask', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Quillon Water' })
  const admin = await aUser(db, { tenant, roles: ['admin'] })
  await enter(page, admin, '/admin/users')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await db.updateTable('tenants').set({ status: 'suspended' }).where('id', '=', tenant.id).execute()
  await page.getByRole('searchbox', { name: 'Name' }).fill('somebody')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Quillon Water is suspended')
  await expect(page.getByRole('link', { name: 'support@example.org' })).toBeVisible()
  await page.reload()
  await expect(heading).toHaveText('Quillon Water is suspended')
  await expectGoodLooks(page, 'suspended')
  await go(page, '/login')
  await expect(heading).toHaveText('Quillon Water is suspended')
  await db.updateTable('tenants').set({ status: 'active' }).where('id', '=', tenant.id).execute()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading).not.toHaveText('Quillon Water is suspended')
})

test('into a suspended organisation nobody is invited', { tag: '@once' }, async ({ page, db }) => {
  const god = await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['god-admin'] })
  const tenant = await aTenant(db, { name: 'Quillon Rail', status: 'suspended' })
  await enter(page, god, `/admin/applications/${tenant.id}/invites`)
  await expect(page.getByText('No invitations')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite users' })).toHaveCount(0)
})
