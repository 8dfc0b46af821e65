import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { aCertification, aSubmission, anAuditor } from 'api/testing/certifying'
import { THIS_YEAR, aUser } from 'api/testing/factories'
import { type Person, addressOf, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { start } from './player.ts'

const OVERVIEW = '/?type=certification'

async function aHolder(db: Db, wish: { daysLeft: number; year?: number }) {
  const { tenant, ...of } = await aSmallOrganisation(db)
  const certificate = await aCertification(db, { ...of, ...wish })
  const admin = await aUser(db, { tenant, roles: ['admin'] })
  return { ...of, admin, certificate }
}

/** The list of somebody's certificates as their admin sees it. */
async function openAsAdmin(page: Page, admin: Person, { id }: { id: number }) {
  await page.evaluate('localStorage.clear()')
  await enter(page, admin, `/admin/users/${id}/certifications`)
  return page.getByRole('main')
}

async function verify(page: Page, user: Person, code: string) {
  await page.goto(addressOf(user.host, `/verify/${code}`))
  return page.getByRole('region', { name: 'Certificate' })
}

for (const daysLeft of [90, 30, 7])
  test(
    `a certificate with ${daysLeft} days left says that it expires soon, and is valid to whoever checks it`,
    { tag: daysLeft === 7 ? [] : '@once' },
    async ({ page, db }) => {
      const { user, admin, certificate } = await aHolder(db, { daysLeft })
      await enter(page, user, '/certification')
      const list = page.getByRole('list', { name: `Certificates of ${THIS_YEAR}` })
      await expect(list.getByText('Expires soon')).toBeVisible()
      if (daysLeft === 7) await expectGoodLooks(page, 'certifications-expiring')
      await go(page, OVERVIEW)
      await expect(page.getByRole('heading', { name: /^It expires on/ })).toBeVisible()
      await go(page, `/certification/${certificate.id}`)
      const panel = page.getByRole('region', { name: 'Certificate' })
      await expect(panel.getByText('Expires soon')).toBeVisible()
      await expect(panel.getByRole('button', { name: 'Download certificate' })).toBeVisible()
      if (daysLeft === 7) await expectGoodLooks(page, 'certificate-expiring')
      await expect(await verify(page, user, certificate.code)).toContainText('Valid')
      await expect((await openAsAdmin(page, admin, user)).getByText('Expires soon')).toBeVisible()
    },
  )

test('the day after its last one a certificate has expired for everybody, and proves nothing', async ({
  page,
  db,
}) => {
  const { user, admin, certificate } = await aHolder(db, { daysLeft: -1, year: THIS_YEAR - 1 })
  await enter(page, user, '/certification')
  const earlier = page.getByRole('list', { name: 'Certificates of earlier years' })
  await expect(earlier.getByText('Expired', { exact: true })).toBeVisible()
  await expectGoodLooks(page, 'certifications-expired')
  await go(page, `${OVERVIEW}&year=${THIS_YEAR - 1}`)
  await expect(page.getByRole('heading', { name: 'The certificate has expired' })).toBeVisible()
  await go(page, `/certification/${certificate.id}`)
  await expect(page.getByText(/^Expired on/)).toBeVisible()
  await expect(page.getByText('Was valid until')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0)
  await expectGoodLooks(page, 'certificate-expired')
  const panel = await verify(page, user, certificate.code)
  await expect(panel.getByText('Expired', { exact: true })).toBeVisible()
  await expect(panel).toContainText('Millbrook Care met the requirements')
  await expectGoodLooks(page, 'verify-expired')
  const administered = await openAsAdmin(page, admin, user)
  await expect(administered.getByText('Expired', { exact: true })).toBeVisible()
  await administered.getByRole('link', { name: String(THIS_YEAR - 1) }).click()
  await expect(page.getByRole('heading', { name: 'What was certified' })).toBeVisible()
  await expectGoodLooks(page, 'admin-certificate-expired')
})

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
  await expectGoodLooks(page, 'verify-elsewhere')
  await page.goto(addressOf(user.host, '/verify'))
  await expect(page.getByRole('heading', { name: 'Check a certificate' })).toBeVisible()
  await expectGoodLooks(page, 'verify-form')
  const code = page.getByRole('textbox', { name: 'Verification code' })
  await code.fill('ABC')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Use the twelve characters of the code')).toBeVisible()
  await code.fill(certificate.code.toLowerCase().replaceAll('-', ' '))
  await page.getByRole('button', { name: 'Check the certificate' }).click()
  await expect(page.getByRole('region', { name: 'Certificate' })).toContainText('Valid')
})

test('a renewal starts from what was certified, each answer to confirm', async ({ page, db }) => {
  const { user } = await aHolder(db, { daysLeft: 60, year: THIS_YEAR - 1 })
  await enter(page, user, OVERVIEW)
  const words = `Your answers from ${THIS_YEAR - 1} are carried over, each to confirm.`
  await expect(page.getByText(words)).toBeVisible()
  await expectGoodLooks(page, 'renewal')
  const player = await start(page)
  await expect(page.getByText(`From ${THIS_YEAR - 1}. Is this still right?`)).toBeVisible()
  await expect(player.now('Starting')).toBeChecked()
  await expectGoodLooks(page, 'renewal-statement')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await player.next.click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await player.complete.click()
  await expect(page.getByText('1 of 2 complete')).toBeVisible()
})

test('a refusal gives its reason to the respondent, who may submit again', async ({
  page,
  browser,
  db,
}) => {
  const { tenant, ...of } = await aSmallOrganisation(db)
  const { review } = await aSubmission(db, { ...of, is: 'begun' })
  const auditor = await (await browser.newContext()).newPage()
  await enter(auditor, await anAuditor(db, tenant), `/admin/reviews/${review}`)
  await auditor.getByRole('button', { name: 'Refuse' }).click()
  const dialog = auditor.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill('No evidence was attached.\nNothing can be certified.')
  await dialog.getByRole('button', { name: 'Refuse the certificate' }).click()
  await expect(auditor.getByText('Refused.', { exact: true })).toBeVisible()
  const toast = auditor.getByRole('listitem').filter({ hasText: 'The certificate was refused' })
  await expect(toast).toHaveCSS('opacity', '1')
  await expectGoodLooks(auditor, 'review-refused')
  await auditor.context().close()

  await enter(page, of.user, OVERVIEW)
  const refused = page.getByRole('region', { name: 'Refused' })
  await expect(refused).toContainText('Refused by Ada Auditor')
  await expect(refused).toContainText('No evidence was attached.')
  await expectGoodLooks(page, 'refused')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByText('Waiting for an auditor')).toBeVisible()
})
