import { aBandedSet, aSubmission, anAuditor } from 'api/testing/certifying'
import { aContentSet, aTenant, aUser } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('where no band is reached, it says what lacks before anybody certifies, and what is possible', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const certificationBands = [{ label: 'Gold', minOverall: 80, minElement: 60 }]
  const contentSetId = await aContentSet(db, {
    tenant,
    file: { ...aBandedSet(), certificationBands },
  })
  const user = await aUser(db, { tenant, name: 'Rosa Lind' })
  const { review } = await aSubmission(db, { user, contentSetId, is: 'reviewed' })
  await enter(page, await anAuditor(db, tenant), `/admin/reviews/${review}`)
  await expect(page.getByText('No band is reached, so it cannot be certified.')).toBeVisible()
  await expect(page.getByText('Gold needs 80% overall: 0% is certified.')).toBeVisible()
  await expect(page.getByText('1 Element A: 0% is certified')).toBeVisible()
  const certify = page.getByRole('button', { name: 'Certify' })
  await expect(certify).toHaveAccessibleDescription(/Gold needs 80% overall/)
  await certify.click({ force: true })
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expectGoodLooks(page, 'review-no-band')
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Refuse the certificate?' })).toBeVisible()
})
