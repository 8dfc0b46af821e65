import type { Page } from '@playwright/test'
import { aBandedSet, anAuditor } from 'api/testing/certifying'
import { aContentSet, aSmallSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { addressOf, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { playerOn } from './player.ts'

const OVERVIEW = '/?type=certification'
const REMARK = 'The minutes of May do not show it.'

test('respondent, auditor and admin see the same round, side by side, from submission to revocation', async ({
  page: respondent,
  browser,
  db,
}) => {
  test.setTimeout(180_000)
  const tenant = await aTenant(db, { name: 'Millbrook Care' })
  const { certificationBands } = aBandedSet()
  const file = { ...aSmallSet(), ...(certificationBands && { certificationBands }) }
  const contentSetId = await aContentSet(db, { tenant, file })
  const user = await aUser(db, { tenant, name: 'Care Manager' })
  await anAssessment(db, { user, contentSetId, type: 'certification' })
  const own = async () => await (await browser.newContext()).newPage()
  const [auditor, admin] = [await own(), await own()]
  await enter(auditor, await anAuditor(db, tenant), '/admin')
  const certificates = `/admin/users/${user.id}/certifications`
  await enter(admin, await aUser(db, { tenant, roles: ['admin'] }), certificates)
  await expect(admin.getByText('There are no certifications for this user yet.')).toBeVisible()
  for (const page of [auditor, admin])
    await page.getByRole('button', { name: 'Only necessary' }).click()
  await enter(respondent, user, OVERVIEW)

  await test.step('what was withdrawn is gone from the queue, what is submitted again stands in it', async () => {
    await confirm(respondent, 'Submit for review')
    await openQueue(auditor)
    await expect(auditor.getByRole('link', { name: /^Operational Resilience/ })).toBeVisible()
    await confirm(respondent, 'Withdraw')
    await openQueue(auditor)
    await expect(auditor.getByText('Nothing waits for review')).toBeVisible()
    await confirm(respondent, 'Submit for review')
  })

  await test.step('returned with a remark, it is mended and submitted again', async () => {
    await openReview(auditor)
    await auditor.getByRole('radio', { name: /Developing/ }).check({ force: true })
    await auditor.getByRole('textbox', { name: 'Remark' }).fill(REMARK)
    await auditor.getByRole('button', { name: 'Next statement' }).click()
    await expect(auditor.getByText('1 of 4 reviewed')).toBeVisible()
    await auditor.getByRole('button', { name: 'Return' }).click()
    const dialog = auditor.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('One answer to mend.')
    await dialog.getByRole('button', { name: 'Return the assessment' }).click()
    await expect(auditor.getByText('Returned.', { exact: true })).toBeVisible()

    await go(respondent, OVERVIEW)
    const returned = respondent.getByRole('region', { name: 'Returned' })
    await expect(returned.getByText('One answer to mend.')).toBeVisible()
    await returned.getByRole('link').click()
    await expect(respondent.getByRole('region', { name: 'Ada Auditor says' })).toContainText(REMARK)
    const player = playerOn(respondent)
    await player.now('Developing').click()
    await player.tells('Answers saved')
    await player.next.click()
    await player.complete.click()
    await confirm(respondent, 'Submit for review')
  })

  await test.step('certified, the three see the same certificate', async () => {
    await openReview(auditor)
    for (const [index, level] of ['Developing', 'Starting', 'Starting', 'Starting'].entries()) {
      await expect(auditor.getByText(`Statement ${index + 1} of 4`)).toBeVisible()
      await auditor.getByRole('radio', { name: new RegExp(level) }).check({ force: true })
      await expect(auditor.getByText(`${index + 1} of 4 reviewed`)).toBeVisible()
      if (index < 3) await auditor.getByRole('button', { name: 'Next statement' }).click()
    }
    await auditor.getByRole('button', { name: 'Certify' }).click()
    await auditor
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Issue the certificate' })
      .click()
    await expect(auditor.getByText('Certified.', { exact: true })).toBeVisible()
    await go(respondent, OVERVIEW)
    await respondent.getByRole('link', { name: 'View certificate' }).click()
    await respondent.getByRole('link', { name: /^View certificate of/ }).click()
    await expect(respondent.getByRole('region', { name: 'Certificate' })).toContainText('meets')
    await expectGoodLooks(respondent, 'round-certified')
    await go(admin, certificates)
    await expect(admin.getByText('Valid', { exact: true })).toBeVisible()
  })

  await test.step('revoked, it is so for admin, holder and whoever checks it', async () => {
    await go(auditor, certificates)
    await auditor.getByRole('link', { name: /^Operational Resilience/ }).click()
    await auditor.getByRole('button', { name: 'Revoke the certificate' }).click()
    const dialog = auditor.getByRole('alertdialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The evidence was forged.')
    await dialog.getByRole('button', { name: 'Revoke the certificate' }).click()
    await expect(auditor.getByText(/^Revoked on/)).toBeVisible()
    await admin.reload()
    await expect(admin.getByText('Revoked', { exact: true })).toBeVisible()
    await respondent.reload()
    await expect(respondent.getByText('The evidence was forged.')).toBeVisible()
    await expectGoodLooks(respondent, 'round-revoked')
    const { code } = await db
      .selectFrom('certifications')
      .select('code')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    const visitor = await own()
    await visitor.goto(addressOf(user.host, `/verify/${code}`))
    await expect(visitor.getByRole('region', { name: 'Certificate' })).toContainText('Revoked')
    await expectGoodLooks(visitor, 'verify-revoked-band')
    await visitor.context().close()
  })
  for (const page of [auditor, admin]) await page.context().close()
})

async function confirm(page: Page, label: string) {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: label }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

async function openQueue(auditor: Page) {
  await go(auditor, '/admin/reviews')
  await expect(auditor.getByRole('heading', { level: 1 })).toHaveText('Reviews')
}

async function openReview(auditor: Page) {
  await openQueue(auditor)
  await auditor.getByRole('link', { name: /^Operational Resilience/ }).click()
  await auditor.getByRole('button', { name: 'Begin the review' }).click()
  await auditor.getByRole('alertdialog').getByRole('button', { name: 'Begin the review' }).click()
  await expect(auditor.getByRole('alertdialog')).toHaveCount(0)
}
