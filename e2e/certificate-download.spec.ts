import { aCertification } from 'api/testing/certifying'
import { aUser } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'

test('a company admin downloads the certificate of a person while it is valid', async ({
  page,
  db,
}) => {
  const of = await aSmallOrganisation(db)
  const { id } = await aCertification(db, { ...of, daysLeft: 200 })
  const admin = await aUser(db, { tenant: of.tenant, roles: ['admin'] })
  await enter(page, admin, `/admin/users/${of.user.id}/certifications/${id}`)
  const button = page.getByRole('button', { name: 'Download certificate' })
  const download = page.waitForEvent('download')
  await button.click()
  expect((await download).suggestedFilename()).toMatch(/-certificate-[\d-]+\.pdf$/)
  await expect(page.getByText('as declared', { exact: true })).toHaveCount(0)
  await expectGoodLooks(page, 'admin-certificate-download')

  const revoked = { revoked_at: new Date().toISOString(), revoked_by: 1, revoked_reason: 'Forged.' }
  await db.updateTable('certifications').set(revoked).where('id', '=', id).execute()
  await page.reload()
  await expect(page.getByText('Revoked on')).toBeVisible()
  await expect(button).toHaveCount(0)
})
