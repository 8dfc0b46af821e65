import type { Db } from 'api/db/driver'
import { aBandedSet, aSubmission, anAuditor } from 'api/testing/certifying'
import { PIXEL, aContentSet, aTenant, aUser } from 'api/testing/factories'
import { anEvidence } from './evidence.ts'
import { callAs } from './call-as.ts'
import { enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

/** An organisation with one respondent and an auditor; declared is the lowest response, wanted the highest. */
async function aRound(db: Db) {
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const contentSetId = await aContentSet(db, { tenant, file: aBandedSet() })
  const user = await aUser(db, { tenant, name: 'Rosa Lind' })
  const auditor = await anAuditor(db, tenant, { name: 'Ada Auditor' })
  return { tenant, contentSetId, user, auditor }
}

test('an auditor reviews one statement after the other by keyboard, and certifies', async ({
  page,
  db,
}) => {
  const { auditor, ...wish } = await aRound(db)
  await aSubmission(db, wish)
  await enter(page, auditor, '/admin')
  await page.getByRole('link', { name: /^Review: 1 assessment waits for review/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reviews')
  await expectGoodLooks(page, 'reviews')
  await page.getByRole('link', { name: /^Tiny 20/ }).click()
  await expect(page.getByRole('radio', { name: /Low/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Begin the review' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Begin the review' }).click()
  await expect(page.getByText('6 statements are not reviewed yet.')).toBeVisible()

  await page.keyboard.press('2')
  await expect(page.getByRole('radio', { name: /Middle/ })).toBeChecked()
  await expect(page.getByText(/^Not saved yet. Say why/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Remark' })).toBeFocused()
  await expectGoodLooks(page, 'review-remark-missing')
  await page.keyboard.type('The minutes show more than was declared.')
  await page.getByRole('button', { name: 'Next statement' }).click()
  for (const number of [2, 3, 4, 5, 6]) {
    await expect(page.getByText(`Statement ${number} of 6`)).toBeVisible()
    await page.keyboard.press('1')
    await expect(page.getByText(`${number} of 6 reviewed`)).toBeVisible()
    if (number < 6) await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Certify' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Certify the assessment?' })
  await expect(dialog.getByText('Bronze').first()).toBeVisible()
  await expectGoodLooks(page, 'review-certify')
  await dialog.getByRole('button', { name: 'Issue the certificate' }).click()
  await expect(page.getByText(/^Certificate .* is issued$/).first()).toBeVisible()
  await expect(page.getByText('Certified.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^View certificate 20/ }).click()
  await expect(page.getByRole('heading', { name: 'What was certified' })).toBeVisible()
  await go(page, '/admin/reviews?state=ended')
  await expect(page.getByText('the one that ended last first.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Tiny 20/ })).toBeVisible()
})

test('an auditor opens what was submitted as evidence, and nothing that is being checked or infected', async ({
  page,
  db,
}) => {
  const { auditor, ...wish } = await aRound(db)
  const { assessment, review } = await aSubmission(db, { ...wish, is: 'begun' })
  const evidence = { user: wish.user, assessment }
  const picture = { mediaType: 'image/png', bytes: PIXEL }
  await anEvidence(db, { ...evidence, name: 'minutes-of-may.txt' })
  await anEvidence(db, { ...evidence, name: 'dashboard.png', ...picture })
  await anEvidence(db, { ...evidence, name: 'exit-plan.pdf', status: 'scanning' })
  await anEvidence(db, { ...evidence, name: 'macro.doc', status: 'quarantined' })
  await enter(page, auditor, `/admin/reviews/${review}`)
  const files = page.getByRole('complementary', { name: 'About this statement' })
  const download = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Download minutes-of-may.txt' }).click()
  expect((await download).suggestedFilename()).toBe('minutes-of-may.txt')
  const opened = page.waitForEvent('popup')
  await files.getByRole('button', { name: 'Open dashboard.png in a new tab' }).click()
  const tab = await opened
  await expect(tab.locator('img')).toHaveJSProperty('naturalWidth', 1)
  expect(await tab.evaluate('opener')).toBeNull()
  await tab.close()
  for (const [name, words] of [
    ['exit-plan.pdf', 'being checked for viruses'],
    ['macro.doc', 'A virus was found in this file, so it is not opened.'],
  ] as const) {
    const row = files.getByRole('listitem', { name })
    await expect(row).toContainText(words)
    await expect(row.getByRole('button')).toHaveCount(0)
  }
  await expectGoodLooks(page, 'review-evidence')
  await page.getByRole('button', { name: 'Next statement' }).click()
  await expect(files.getByText('No file was attached.')).toBeVisible()
})

test('of two auditors at one statement the second sees both values, and nobody decides on what was not seen', async ({
  page,
  as,
  db,
}) => {
  const { auditor, ...wish } = await aRound(db)
  const { review } = await aSubmission(db, { ...wish, is: 'begun' })
  const path = `/admin/reviews/${review}`
  await enter(page, auditor, path)
  await expect(page.getByRole('heading', { name: 'Statement A1' })).toBeVisible()
  const other = await as(await anAuditor(db, wish.tenant, { name: 'Ben Auditor' }), path)
  await expect(other.getByRole('heading', { name: 'Statement A1' })).toBeVisible()

  await page.getByRole('radio', { name: /Middle/ }).check({ force: true })
  await page.getByRole('textbox', { name: 'Remark' }).fill('Seen in the minutes.')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByText('1 of 6 reviewed')).toBeVisible()
  await other.getByRole('radio', { name: /Low/ }).check({ force: true })
  const both = other.getByRole('alert', { name: 'Two versions' })
  await expect(both).toContainText(/Certified: Low.*Certified: Middle/s)
  await expect(both).toContainText('Ada Auditor')
  await expectGoodLooks(other, 'review-two-versions')
  await both.getByRole('button', { name: 'Use theirs' }).click()
  await expect(other.getByRole('radio', { name: /Middle/ })).toBeChecked()
  await expect(other.getByText('1 of 6 reviewed')).toBeVisible()

  await page.getByRole('button', { name: 'Return' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('1 remark will be shown')
  await dialog.getByRole('button', { name: 'Return the assessment' }).click()
  await expect(dialog.getByText('Say why')).toBeVisible()
  await dialog.getByRole('textbox').fill('Attach the minutes of May.')
  await dialog.getByRole('button', { name: 'Return the assessment' }).click()
  await expect(page.getByText('Returned.', { exact: true })).toBeVisible()

  await other.getByRole('button', { name: 'Refuse' }).click()
  const refusal = other.getByRole('alertdialog')
  await refusal.getByRole('textbox').fill('No evidence.')
  await refusal.getByRole('button', { name: 'Refuse the certificate' }).click()
  await expect(other.getByText('Nothing was decided', { exact: true })).toBeVisible()
  await expect(other.getByText('Attach the minutes of May.').first()).toBeVisible()
})

test('submitted again, the auditor is led to what was changed, and sees every step so far', async ({
  page,
  as,
  db,
}) => {
  const { auditor, user, contentSetId } = await aRound(db)
  const { assessment, review } = await aSubmission(db, { user, contentSetId, is: 'reviewed' })
  await enter(page, auditor, `/admin/reviews/${review}`)
  const reason = 'Look at the second element again.'
  const end = { path: `/reviews/${review}/return`, body: { version: 1, reason } }
  await callAs(page, { method: 'POST', ...end })
  const rosa = await as(user)
  const statement = await db
    .selectFrom('statements as s')
    .innerJoin('statement_responses as r', 'r.statement_id', 's.id')
    .select(['s.id', 's.element_id', 'r.id as response'])
    .where('s.content_set_id', '=', contentSetId)
    .where('r.key', '=', 'B2-2')
    .executeTakeFirstOrThrow()
  await callAs(rosa, {
    method: 'PUT',
    path: `/assessments/${assessment}/responses`,
    body: {
      key: crypto.randomUUID(),
      statement_id: statement.id,
      state: 1,
      statement_response_id: statement.response,
      not_applicable_reason: null,
      version: 1,
    },
  })
  const element = `/assessments/${assessment}/elements/${statement.element_id}/completion`
  await callAs(rosa, { method: 'POST', path: element })
  await callAs(rosa, { method: 'POST', path: `/assessments/${assessment}/submission` })

  await go(page, '/admin/reviews')
  await page.getByRole('link', { name: /^Tiny 20/ }).click()
  await expect(page.getByText('1 statement changed since round 1')).toBeVisible()
  await page.getByRole('button', { name: 'Next changed statement' }).click()
  await expect(page.getByRole('heading', { name: 'Statement B2' })).toBeFocused()
  await expect(page.getByText('Declared then: Low.')).toBeVisible()
  await page.getByText('History').click()
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByText('Certification assessment returned, Ada Auditor')).toBeVisible()
  await expectGoodLooks(page, 'review-changed')
})

test('the queue is for those who certify', async ({ page, db }) => {
  await test.step('the queue shows one organisation of those that an auditor sees', async () => {
    const { tenant: one, auditor, ...wish } = await aRound(db)
    await aSubmission(db, wish)
    const tenant = await aTenant(db, { name: 'Tern Rail' })
    const set = await aContentSet(db, { tenant, file: aBandedSet() })
    await aSubmission(db, { user: await aUser(db, { tenant, name: 'Tom' }), contentSetId: set })
    await db
      .insertInto('tenant_auditors')
      .values({ tenant_id: auditor.tenantId, auditor_id: auditor.id, organisation_id: tenant.id })
      .execute()
    await enter(page, auditor, '/admin/reviews')
    await expect(page.getByRole('link', { name: /^Tiny 20/ })).toHaveCount(2)
    await page.getByRole('button', { name: 'Organisation' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Tern Rail' }).click()
    await expect(page.getByRole('link', { name: /^Tiny 20/ })).toHaveCount(1)
    await expect(page.getByText('Rosa Lind')).toBeHidden()
    await go(page, `/admin/reviews?tenant_id=${one.id}`)
    await expect(page.getByText('Rosa Lind')).toBeVisible()
    await expectGoodLooks(page, 'reviews-of-one')
  })

  await test.step('reviews are for those who certify, and for nobody of the organisation', async () => {
    const { tenant, ...wish } = await aRound(db)
    const { review } = await aSubmission(db, wish)
    await enter(page, await aUser(db, { tenant, roles: ['admin'] }), `/admin/reviews/${review}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Rosa Lind')).toBeHidden()
    await expect(page.getByRole('link', { name: 'Reviews' })).toBeHidden()
    await page.evaluate('localStorage.clear()')
    const own = await anAuditor(db, tenant, { email: wish.user.email, name: 'Rosa Lind' })
    await enter(page, own, `/admin/reviews/${review}`)
    await expect(page.getByText('This is your own assessment.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Begin the review' })).toBeHidden()
  })
})
