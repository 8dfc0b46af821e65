import { aCertification, aSetWithEvidence } from 'api/testing/certifying'
import { THIS_YEAR, aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { addressOf, anAdmin, enter, expect, go, savedFile, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { expectPendingUntilNextPage } from './pending.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn } from './player.ts'
import { OVERVIEW, certificateOf, confirm } from './reviewing.ts'

/** Of the page's brand. */
const PRIMARY = "getComputedStyle(document.documentElement).getPropertyValue('--primary')"

test('the overview explains a certification, and missing evidence blocks its submission', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const file = aSetWithEvidence('A1')
  const contentSetId = await aContentSet(db, { tenant, file })
  await enter(page, await aUser(db, { tenant }), OVERVIEW)
  const steps = page.getByRole('region', { name: 'How certification works' })
  await expect(steps.getByRole('listitem')).toHaveCount(4)
  const statements = file.elements.flatMap((element) => element.statements).length
  await expect(steps).toContainText(
    `For 1 of ${statements} statements, some answers require evidence`,
  )
  await expectGoodLooks(page, 'certification-steps')
  await page.getByRole('radio', { name: 'Self-assessment' }).click()
  await expect(page.getByText(`${statements} statements in`)).toBeVisible()
  await expect(steps).toBeHidden()
  await page.getByRole('radio', { name: 'Certification' }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page).toHaveURL(/\/assessment\//)
  const player = playerOn(page)
  await player.next.click()
  await player.doesNotApply.check()
  await expect(player.reason).toHaveAccessibleDescription(/^Shown to the auditor and in the/)
  await go(page, OVERVIEW)
  const missing = page.getByRole('region', { name: 'Before you submit' })
  await expect(missing.getByText('2 answers missing').first()).toBeVisible()
  await expect(steps).toBeHidden()
  await expectGoodLooks(page, 'missing')
  await go(page, '/certification')
  await expect(page.getByRole('heading', { name: 'No Reports Available' })).toBeVisible()

  const again = await aUser(db, { tenant })
  await anAssessment(db, { user: again, contentSetId })
  await enter(page, again, OVERVIEW)
  await page.getByRole('button', { name: 'Start from your self-assessment' }).click()
  await expect(page.getByRole('banner')).toContainText('Certification')
  await expect(page.getByRole('button', { name: 'Answered A2' })).toBeVisible()
  await expect(page.getByText('Copied from'), 'no evidence is needed here').toHaveCount(0)
  await page.getByRole('button', { name: 'To confirm A1' }).click()
  await expect(page.getByText(`Copied from ${THIS_YEAR}.`)).toBeVisible()

  const ready = await aUser(db, { tenant })
  await anAssessment(db, { user: ready, contentSetId })
  await enter(page, ready, '/')
  await expectGoodLooks(page, 'submit-for-certification')
  await page.getByRole('button', { name: 'Submit for certification' }).click()
  await expect(page.getByRole('radio', { name: 'Certification' })).toBeChecked()
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()

  const user = await aUser(db, { tenant })
  await anAssessment(db, { user, contentSetId, type: 'certification' })
  await enter(page, user, OVERVIEW)
  await expect(missing).toContainText('Attach the evidence that your answers require.')
  await expect(missing).toContainText('1 file missing')
  await expect(page.getByRole('button', { name: 'Submit for review' })).toBeHidden()
  await missing.getByRole('link', { name: /Element A/ }).click()
  await expect(page.getByText('“Low” requires evidence. Attach a file')).toBeVisible()
  await expect(page.getByText('to the auditor and in the action report')).toBeVisible()
  await expectGoodLooks(page, 'evidence-missing')
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach evidence' }).click()
  const minutes = { name: 'minutes.txt', mimeType: 'text/plain', buffer: Buffer.from('Agreed.') }
  await (await chosen).setFiles(minutes)
  await expect(page.getByText('1 file is attached as evidence for “Low”.')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('contentinfo').getByText(/^Statement 2 of 2/)).toBeVisible()
  await expect(page.getByText('requires evidence')).toBeHidden()
  await page.getByRole('button', { name: 'Check your answers' }).click()
  await page.getByRole('button', { name: 'Create report' }).click()
  await confirm(page, 'Submit for review')
  await expect(page.getByText('Waiting for an auditor')).toBeVisible()
})

test('a certificate is verified by its code, and downloaded by an admin', async ({ page, db }) => {
  const { user, tenant, contentSetId } = await aSmallOrganisation(db)
  const certificate = await aCertification(db, { user, contentSetId, daysLeft: 200 })
  await page.goto(addressOf('northfield.localhost', `/verify/${certificate.code}`))
  const unknown = page.getByRole('heading', { name: 'Certificate not found' })
  await expect(unknown).toBeVisible()
  await expect(page.getByText('Millbrook Care')).toBeHidden()
  const code = page.getByRole('textbox', { name: 'Verification code' })
  await expect(code).toHaveValue(certificate.code)
  await page.goto(addressOf(user.host, '/verify'))
  await expect(page.getByRole('heading', { name: 'Check a certificate' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveText(/^W?Waymark platform$/)
  await expect(page).toHaveTitle('Certificate · Waymark platform')
  expect(await page.evaluate(PRIMARY)).toBe('#3a4a5e')
  await expectGoodLooks(page, 'verify-form')
  await code.fill('ABC')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter the 12 characters of the code')).toBeVisible()
  await code.fill(`\u202a${certificate.code.toLowerCase().replaceAll('-', ' \u200b')}\u202c`)
  const check = page.getByRole('button', { name: 'Check certificate' })
  await expectPendingUntilNextPage(page, () => check.click(), /\/api\/verify\//)
  const shown = page.getByRole('region', { name: 'Certificate' })
  await expect(shown).toContainText('Valid')
  await expect(shown).toContainText(`Issued byWaymark platform`)
  const { number } = await certificateOf(db, user.id)
  await expect(shown).toContainText(`Certificate number${number}`)
  await page.getByRole('link', { name: 'Cookies policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cookies policy' })).toBeVisible()
  expect(await page.evaluate(PRIMARY), 'the colours of the organisation').toBe('#1c5c46')

  const lastYear = THIS_YEAR - 1
  await anAssessment(db, { user, contentSetId, year: lastYear, type: 'certification' })
  await enter(page, user, `/certification?year=${lastYear}`)
  const none = page.getByRole('heading', { name: 'No Reports Available' })
  await expect(none).toBeVisible()
  const others = page.getByRole('list', { name: 'Certificates for other years' })
  await expect(others.getByText('Valid', { exact: true })).toBeVisible()
  await expectGoodLooks(page, 'certifications-other-years')
  await others.getByRole('link', { name: `View certificate for ${THIS_YEAR}` }).click()
  await expect(page.getByRole('region', { name: 'Certificate' })).toContainText('Certified on')
  const year = page.getByRole('combobox', { name: 'Year' })
  await expect(year).toHaveValue(String(THIS_YEAR))
  await expectGoodLooks(page, 'certification-report')
  await year.selectOption(String(lastYear))
  await expect(none).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/certification\\?year=${lastYear}&set=\\d+$`))

  const path = `/admin/users/${user.id}/certifications/${certificate.id}`
  await enter(page, await anAdmin(db, { tenant }), path)
  const button = page.getByRole('button', { name: 'Download certificate' })
  const { name } = await savedFile(page, () => button.click())
  expect(name).toMatch(/-certificate-[\d-]+\.pdf$/)
  await expect(page.getByText('as declared', { exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Revoke certificate' })).toBeHidden()
  await db
    .updateTable('certifications')
    .set({ revoked_at: new Date().toISOString(), revoked_by: 1, revoked_reason: 'Forged.' })
    .where('id', '=', certificate.id)
    .execute()
  await page.reload()
  await expect(page.getByText('Revoked on')).toBeVisible()
  await expect(button).toBeHidden()
})
