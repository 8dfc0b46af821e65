import { aContentSet, aTenant, aUser, anAssessment, theTenant } from 'api/testing/factories'
import { aTinySet } from 'api/testing/respondent'
import { anEvidence } from './evidence.ts'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('admins of an organisation and god-admins see how much room its attachments take', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const user = await aUser(db, { tenant })
  const contentSetId = await aContentSet(db, { tenant, file: aTinySet() })
  const assessment = await anAssessment(db, { user, contentSetId })
  await anEvidence(db, { user, assessment, bytes: Buffer.alloc(3 * 1024 * 1024) })
  await enter(page, await aUser(db, { tenant, roles: ['admin'] }), '/admin/organisation')
  const storage = page.getByRole('region', { name: 'Attachments' })
  await expect(storage.getByText('3 MB of 5 GB used')).toBeVisible()
  await page.evaluate('localStorage.clear()')
  const attachment_quota = 3 * 1024 * 1024
  await db.updateTable('tenants').set({ attachment_quota }).where('id', '=', tenant.id).execute()
  const platform = await theTenant(db, 'admin')
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
  await enter(page, god, `/admin/applications/${tenant.id}/main`)
  await expect(storage.getByText('3 MB of 3 MB used')).toBeVisible()
  await expect(storage.getByText('No more files can be attached')).toBeVisible()
  await expectGoodLooks(page, 'organisation-storage')
  await page.getByLabel('Room for attachments').selectOption('10 GB')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(storage.getByText('3 MB of 10 GB used')).toBeVisible()
  await expect(storage.getByText('No more files can be attached')).toHaveCount(0)
})
