import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { aUser } from 'api/testing/factories'
import { aCertification, aSubmission, anAuditor } from 'api/testing/certifying'
import { type Person, addressOf, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'

const OVERVIEW = '/?type=certification'

async function aHolder(db: Db, wish: { daysLeft: number }) {
  const of = await aSmallOrganisation(db)
  const certificate = await aCertification(db, { ...of, ...wish })
  return { ...of, certificate }
}

async function verify(page: Page, user: Person, code: string) {
  await page.goto(addressOf(user.host, `/verify/${code}`))
  return page.getByRole('region', { name: 'Certificate' })
}

test('a revoked certificate is so for its holder, at the overview, too, and for whoever checks it', async ({
  page,
  db,
}) => {
  const { user, certificate } = await aHolder(db, { daysLeft: 200 })
  const revoked = { revoked_at: new Date().toISOString(), revoked_by: 1, revoked_reason: 'Forged.' }
  await db.updateTable('certifications').set(revoked).where('id', '=', certificate.id).execute()
  await enter(page, user, OVERVIEW)
  await expect(page.getByRole('heading', { name: 'The certificate was revoked' })).toBeVisible()
  await expectGoodLooks(page, 'overview-revoked')
  const panel = await verify(page, user, certificate.code)
  await expect(panel.getByText('Revoked', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Forged.')).toHaveCount(0)
  await expectGoodLooks(page, 'verify-revoked')
})

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

test('a refusal gives its reason to the respondent, who may submit again', async ({
  page,
  as,
  db,
}) => {
  const { tenant, ...of } = await aSmallOrganisation(db)
  const { review } = await aSubmission(db, { ...of, is: 'begun' })
  const auditor = await as(await anAuditor(db, tenant), `/admin/reviews/${review}`)
  await auditor.getByRole('button', { name: 'Refuse' }).click()
  const dialog = auditor.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill('No evidence was attached.\nNothing can be certified.')
  await dialog.getByRole('button', { name: 'Refuse the certificate' }).click()
  await expect(auditor.getByText('Refused.', { exact: true })).toBeVisible()
  const toast = auditor.getByRole('listitem').filter({ hasText: 'The certificate was refused' })
  await expect(toast).toHaveCSS('opacity', '1')
  await expectGoodLooks(auditor, 'review-refused')

  await enter(page, of.user, OVERVIEW)
  const refused = page.getByRole('region', { name: 'Refused' })
  await expect(refused).toContainText('Refused by Ada Auditor')
  await expect(refused).toContainText('No evidence was attached.')
  await expectGoodLooks(page, 'refused')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByText('Waiting for an auditor')).toBeVisible()
})

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
