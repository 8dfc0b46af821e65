import { THIS_YEAR, aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { aTinySet } from 'api/testing/respondent'
import { expect } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { test } from './own-product.ts'

test('a shorter retention says how many assessments it removes, and the end of a year removes the next', async ({
  product,
}) => {
  test.setTimeout(180_000)
  const { db, open, go } = product
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const admin = await aUser(db, { tenant, roles: ['admin'] })
  const user = await aUser(db, { tenant, name: 'Head of Operations' })
  const contentSetId = await aContentSet(db, {
    tenant,
    file: aTinySet(),
    yearFrom: THIS_YEAR - 3,
  })
  for (const year of [THIS_YEAR - 3, THIS_YEAR - 1, THIS_YEAR])
    await anAssessment(db, { user, contentSetId, year })
  const page = await open(admin, '/admin/organisation')
  const retention = page.getByRole('combobox', { name: 'Retention' })
  await expect(retention).toHaveAccessibleDescription(/kept until you choose how long/)
  await retention.selectOption('1 year')
  await expect(retention).toHaveAccessibleDescription(
    new RegExp(`Assessments of ${THIS_YEAR - 2} and before are removed`),
  )
  await page.getByRole('button', { name: 'Save changes' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Remove 1 assessment for good?' })
  await expect(ask).toContainText(`those of ${THIS_YEAR - 2} and before`)
  await expectGoodLooks(page, 'retention')
  await ask.getByRole('button', { name: 'Remove 1 assessment' }).click()
  await expect(page.getByText('Organisation saved').first()).toBeVisible()

  await product.moveTo(`${THIS_YEAR + 1}-01-02`)
  const years = page.getByRole('row').getByText('Tiny')
  await go(page, `/admin/users/${user.id}/assessment`)
  await expect(years).toHaveCount(1)
  await expect(page.getByRole('row').last()).toContainText(String(THIS_YEAR))
  await go(page, '/admin/audit')
  await expect(page.getByText('Assessments removed at the end of their retention')).toHaveCount(2)
})
