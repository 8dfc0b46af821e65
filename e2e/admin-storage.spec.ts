import { THIS_YEAR, aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { aTinySet } from 'api/testing/respondent'
import { anEvidence } from './evidence.ts'
import { aGod, anAdmin, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('admins see the storage used, and a god-admin raises the limit', async ({ page, db }) => {
  const tenant = await aTenant(db)
  const user = await aUser(db, { tenant })
  const contentSetId = await aContentSet(db, { tenant, file: aTinySet() })
  const assessment = await anAssessment(db, { user, contentSetId })
  const attachment_quota = 3 * 1024 * 1024
  await anEvidence(db, { user, assessment, bytes: Buffer.alloc(attachment_quota) })
  await enter(page, await anAdmin(db, { tenant }), '/admin/organisation')
  const storage = page.getByRole('region', { name: 'Attachments' })
  const full = storage.getByText('Storage is full.')
  await expect(storage.getByText('3 MB of 5 GB used')).toBeVisible()
  await db.updateTable('tenants').set({ attachment_quota }).where('id', '=', tenant.id).execute()
  await enter(page, await aGod(db), `/admin/applications/${tenant.id}/main`)
  await expect(storage.getByText('3 MB of 3 MB used')).toBeVisible()
  await expect(full).toBeVisible()
  await expectGoodLooks(page, 'organisation-storage')
  await page.getByLabel('Attachment storage limit').selectOption('10 GB')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(storage.getByText('3 MB of 10 GB used')).toBeVisible()
  await expect(full).toHaveCount(0)
})

test('a shorter retention says how many assessments it removes', async ({ page, db }) => {
  const tenant = await aTenant(db)
  const user = await aUser(db, { tenant })
  const years = { tenant, file: aTinySet(), yearFrom: THIS_YEAR - 3 }
  const contentSetId = await aContentSet(db, years)
  for (const year of [THIS_YEAR - 3, THIS_YEAR - 1, THIS_YEAR])
    await anAssessment(db, { user, contentSetId, year })
  await enter(page, await anAdmin(db, { tenant }), '/admin/organisation')
  const retention = page.getByRole('combobox', { name: 'Retention' })
  await expect(retention).toHaveAccessibleDescription(/kept until you choose a retention period/)
  await retention.selectOption('1 year')
  const effect = new RegExp(`Assessments from ${THIS_YEAR - 2} and earlier are deleted`)
  await expect(retention).toHaveAccessibleDescription(effect)
  await page.getByRole('button', { name: 'Save changes' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 1 assessment permanently?' })
  await expect(question).toContainText(`Assessments from ${THIS_YEAR - 2} and earlier`)
  await expectGoodLooks(page, 'retention')
  await question.getByRole('button', { name: 'Delete 1 assessment' }).click()
  await expect(page.getByText('Organisation saved').first()).toBeVisible()
})
