import type { Db } from 'api/db/driver'
import { aUser } from 'api/testing/factories'
import { aCertification } from 'api/testing/certifying'
import { addressOf, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'

async function aHolder(db: Db, wish: { daysLeft: number }) {
  const of = await aSmallOrganisation(db)
  const certificate = await aCertification(db, { ...of, ...wish })
  return { ...of, certificate }
}

test('whoever has a certificate on paper types its code at the address that it names', async ({
  page,
  db,
}) => {
  const { user, certificate } = await aHolder(db, { daysLeft: 200 })
  await page.goto(addressOf('northfield.localhost', `/verify/${certificate.code}`))
  await expect(
    page.getByRole('heading', { name: 'No certificate has this code here' }),
  ).toBeVisible()
  await expect(page.getByText('Millbrook Care')).toHaveCount(0)
  // What was typed is there to be compared and mended.
  const code = page.getByRole('textbox', { name: 'Verification code' })
  await expect(code).toHaveValue(certificate.code)
  await expectGoodLooks(page, 'verify-elsewhere')
  await page.goto(addressOf(user.host, '/verify'))
  await expect(page.getByRole('heading', { name: 'Check a certificate' })).toBeVisible()
  await expectGoodLooks(page, 'verify-form')
  await code.fill('ABC')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Use the twelve characters of the code')).toBeVisible()
  await code.fill(certificate.code.toLowerCase().replaceAll('-', ' '))
  await page.getByRole('button', { name: 'Check the certificate' }).click()
  await expect(page.getByRole('region', { name: 'Certificate' })).toContainText('Valid')
})

test('a company admin downloads the certificate of a person while it is valid, and its holder sees it revoked', async ({
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
  await enter(page, of.user, '/?type=certification')
  await expect(page.getByRole('heading', { name: 'The certificate was revoked' })).toBeVisible()
  await expectGoodLooks(page, 'overview-revoked')
})
