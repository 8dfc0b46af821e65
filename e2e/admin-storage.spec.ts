import { THIS_YEAR, aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { aTinySet } from 'api/testing/respondent'
import { anEvidence } from './evidence.ts'
import { aGod, anAdmin, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('storage and retention say what they hold and remove', async ({ page, db }) => {
  const tenant = await aTenant(db)
  const user = await aUser(db, { tenant })
  const admin = await anAdmin(db, { tenant })
  const years = [THIS_YEAR - 3, THIS_YEAR - 1, THIS_YEAR]
  const set = { tenant, file: aTinySet(), yearFrom: THIS_YEAR - 3 }
  const contentSetId = await aContentSet(db, set)
  let assessment = 0
  for (const year of years) assessment = await anAssessment(db, { user, contentSetId, year })
  const attachment_quota = 3 * 1024 * 1024
  await anEvidence(db, { user, assessment, bytes: Buffer.alloc(attachment_quota) })
  await enter(page, admin, '/admin/organisation')
  const storage = page.getByRole('region', { name: 'Attachments' })
  await expect(storage.getByText('3 MB of 5 GB used')).toBeVisible()
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

  await db.updateTable('tenants').set({ attachment_quota }).where('id', '=', tenant.id).execute()
  await enter(page, await aGod(db), `/admin/applications/${tenant.id}/main`)
  const full = storage.getByText('Storage is full.')
  await expect(storage.getByText('3 MB of 3 MB used')).toBeVisible()
  await expect(full).toBeVisible()
  await expectGoodLooks(page, 'organisation-storage')
  await page.getByLabel('Attachment storage limit').selectOption('10 GB')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(storage.getByText('3 MB of 10 GB used')).toBeVisible()
  await expect(full).toBeHidden()
})
