import { aTenant, aUser } from 'api/testing/factories'
import { aGod, addressOf, anAdmin, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('an admin downloads everything, and a user their own data', async ({ page, db }) => {
  const tenant = await aTenant(db)
  const journeys = [
    {
      user: await anAdmin(db, { tenant }),
      path: '/admin/organisation',
      title: 'Download everything',
    },
    { user: await aUser(db, { tenant }), path: '/settings', title: 'Download my data' },
  ]
  for (const { user, path, title } of journeys) {
    await enter(page, user, path)
    const section = page.getByRole('region', { name: title })
    await section.getByRole('button', { name: 'Prepare download' }).click()
    const ready = section.getByRole('button', { name: /^Download \(/ })
    await expect(section.getByText('We’re preparing your download').or(ready)).toBeVisible()
    await expect(ready).toBeVisible({ timeout: 30_000 })
    await expect(section.getByText(/is ready\. You can download it until/)).toBeVisible()
    await expectGoodLooks(page, `download-${path.split('/').at(-1)}`)
    const saved = page.waitForEvent('download')
    await ready.click()
    expect((await saved).suggestedFilename()).toMatch(new RegExp(`^${tenant.domain}-.*\\.zip$`))
    await db
      .updateTable('downloads')
      .set({ missing_files: 2 })
      .where('user_id', '=', user.id)
      .execute()
    await page.reload()
    await expect(section).toContainText('2 files could not be found, so they are not included.')
    await expectGoodLooks(page, `download-incomplete-${path.split('/').at(-1)}`)
  }
})

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
  await expect(page.getByText('Will be deleted on 4 May 2099', { exact: true })).toBeVisible()
  const keep = page.getByRole('button', { name: 'Keep organisation' })
  await expect(keep).toBeVisible()
  await expectGoodLooks(page, 'organisation-removal')
  await keep.click()
  await expect(page.getByRole('heading', { name: 'Suspend organisation' })).toBeVisible()
})
