import { aTenant } from 'api/testing/factories'
import { aGod, addressOf, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a god-admin sees when an organisation will be deleted, and keeps it', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  await db
    .updateTable('tenants')
    .set({ status: 'suspended', removal_at: '2099-05-04T10:00:00Z' })
    .where('id', '=', tenant.id)
    .execute()
  await page.goto(addressOf(tenant.host, '/'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/is closed$/)
  await expect(page.getByText('All data will be deleted on 4 May 2099')).toBeVisible()
  await expectGoodLooks(page, 'organisation-closed')
  await enter(page, await aGod(db), `/admin/applications/${tenant.id}/main`)
  await expect(page.getByText('Will be deleted on 4 May 2099')).toBeVisible()
  const keep = page.getByRole('button', { name: 'Keep organisation' })
  await expect(keep).toBeVisible()
  await expectGoodLooks(page, 'organisation-removal')
  await keep.click()
  await expect(page.getByRole('heading', { name: 'Suspend organisation' })).toBeVisible()
})
