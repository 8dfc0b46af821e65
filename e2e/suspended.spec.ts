import { aTenant, aUser } from 'api/testing/factories'
import { enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { savedAnswers, start } from './player.ts'

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

test('answers that meet the suspension wait on the device, and go out once it is lifted', async ({
  page,
  db,
}) => {
  const { user, tenant } = await aSmallOrganisation(db)
  const become = (status: 'active' | 'suspended') =>
    db.updateTable('tenants').set({ status }).where('id', '=', tenant.id).execute()
  await enter(page, user)
  const player = await start(page)
  await become('suspended')
  await player.now('Developing').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Millbrook Care is suspended')
  await become('active')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(player.now('Developing')).toBeChecked()
  await player.tells('Answers saved')
  const levels = (await savedAnswers(db, user.id)).map(({ level }) => level)
  expect(levels).toEqual(['Developing'])
})
