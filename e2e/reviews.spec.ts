import type { Page } from '@playwright/test'
import { aBandedSet, aSubmission, anAuditor } from 'api/testing/certifying'
import { PIXEL, aContentSet, aTenant, aUser } from 'api/testing/factories'
import { callAs } from './call-as.ts'
import { aPdfPage, anEvidence } from './evidence.ts'
import { anAdmin, enter, expect, go, savedFile, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { expectPendingUntilNextPage } from './pending.ts'
import { aRound } from './reviewing.ts'

const position = (page: Page, number: number) => page.getByText(`Statement ${number} of 6`)
const level = (page: Page, name: RegExp) => page.getByRole('radio', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an auditor reviews and certifies with the keyboard', async ({ page, db }) => {
  const { auditor } = await aRound(db, 'submitted')
  await enter(page, auditor, '/admin')
  const queue = page.getByRole('region', { name: 'Reviews', exact: true })
  await expect(queue.getByRole('link', { name: /^Tiny 20/ })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  const [first] = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(first).toBe('Reviews')
  await expectGoodLooks(page, 'admin-dashboard-auditor')
  await queue.getByRole('link', { name: 'View all reviews' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reviews')
  await expectGoodLooks(page, 'reviews')
  await page.getByRole('link', { name: /^Tiny 20/ }).click()
  await expect(level(page, /Low/)).toBeDisabled()
  await button(page, 'Start review').click()
  const confirmStart = page.getByRole('alertdialog').getByRole('button', { name: 'Start review' })
  await expectPendingUntilNextPage(page, () => confirmStart.click(), /\/api\/reviews\/\d+$/)
  const reason = page.getByText('6 statements haven’t been reviewed yet.')
  await expect(reason).toBeVisible()

  await button(page, 'Next statement').click()
  await expect(position(page, 2)).toBeVisible()
  await button(page, 'Certify').click()
  await expect(page.locator(':focus')).toContainText('6 statements haven’t been reviewed yet.')
  await expectGoodLooks(page, 'review-not-complete')
  await button(page, 'Go to first unreviewed statement').click()
  await expect(position(page, 1)).toBeVisible()
  await button(page, 'Next statement').click()
  await expect(position(page, 2)).toBeVisible()
  await page.keyboard.press('2')
  await expect(level(page, /Middle/)).toBeChecked()
  const remark = page.getByRole('textbox', { name: 'Remark' })
  await expect(remark).toBeFocused()
  await expect(remark).toHaveAccessibleDescription(/Explain why your response differs/)
  await expectGoodLooks(page, 'review-remark-missing')
  await page.keyboard.type('The minutes show more than was declared.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('status').filter({ hasText: 'A2 saved.' })).toHaveCount(1)
  for (const number of [3, 4, 5, 6]) {
    await expect(position(page, number)).toBeVisible()
    await page.keyboard.press('1')
    await expect(page.getByText(`${number - 1} of 6 reviewed`)).toBeVisible()
    await expect(page.getByText(/^Saved \d\d:\d\d/)).toBeVisible()
    if (number < 6) await page.keyboard.press('Enter')
  }
  await button(page, 'Go to first unreviewed statement').click()
  await expect(position(page, 1)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Statement A1' })).toBeFocused()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Shortcuts' })
  await expect(list.getByText('Certified response')).toBeVisible()
  await expect(list.getByText('Next statement', { exact: true })).toBeVisible()
  await expectGoodLooks(page, 'review-shortcuts')
  await page.keyboard.press('Escape')
  await page.keyboard.press('1')
  await expect(page.getByText('6 of 6 reviewed')).toBeVisible()
  await page.getByRole('button', { name: /Element C/ }).click()
  await expect(position(page, 5)).toBeVisible()
  await button(page, 'Next statement').click()
  await button(page, 'Go to decision').click()
  await expect(page.getByRole('group', { name: 'Decision' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Certify')).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Certify this assessment?' })
  await expect(dialog.getByText('Bronze').first()).toBeVisible()
  await expectGoodLooks(page, 'review-certify')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  const day = dialog.getByLabel('Valid until')
  const issue = dialog.getByRole('button', { name: 'Issue certificate' })
  await expect(day).toBeFocused()
  await day.press('Backspace')
  await expect(day).toHaveValue('')
  await issue.press('Enter')
  await expect(day).toHaveAccessibleDescription(/Enter a date with a day, month and year/)
  await expect(day).toBeFocused()
  const nextYear = new Date().getFullYear() + 1
  await page.keyboard.type(`0203${nextYear}`, { delay: 30 })
  await expect(day).toHaveValue(`${nextYear}-02-03`)
  await expect(dialog.getByText('Enter a date with a day, month and year')).toHaveCount(0)
  await issue.press('Enter')
  await expect(page.getByText(/^Certificate .* issued$/).first()).toBeVisible()
  await expect(page.getByText('Certified.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^View certificate 20/ }).click()
  await expect(page.getByRole('heading', { name: 'Certified results' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(list).toBeVisible()
  await expect(list.getByText('Certified response')).toHaveCount(0)
  await go(page, '/admin/reviews?state=ended')
  await expect(page.getByText('most recently closed first')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Tiny 20/ })).toBeVisible()
})

test('evidence opens beside its statement, but no unchecked or infected file', async ({
  page,
  db,
}) => {
  const { auditor, user, assessment, path } = await aRound(db)
  const evidence = { user, assessment }
  const picture = { mediaType: 'image/png', bytes: PIXEL }
  const pdf = { mediaType: 'application/pdf', bytes: aPdfPage('Minutes of May') }
  await anEvidence(db, { ...evidence, name: 'minutes-of-may.txt' })
  await anEvidence(db, { ...evidence, name: 'dashboard.png', ...picture })
  await anEvidence(db, { ...evidence, name: 'exit-plan.pdf', ...pdf })
  await anEvidence(db, { ...evidence, name: 'tests.csv', mediaType: 'text/csv' })
  await anEvidence(db, { ...evidence, name: 'board.msg', mediaType: 'application/vnd.ms-outlook' })
  await anEvidence(db, { ...evidence, name: 'new.pdf', status: 'scanning' })
  await anEvidence(db, { ...evidence, name: 'macro.doc', status: 'quarantined' })
  await enter(page, auditor, path)
  const files = page.getByRole('complementary', { name: 'About this statement' })
  for (const [name, text] of [
    ['new.pdf', 'being checked for viruses'],
    ['macro.doc', 'This file contains a virus. No one can open it.'],
  ] as const) {
    const row = files.getByRole('listitem', { name })
    await expect(row).toContainText(text)
    await expect(row.getByRole('button')).toHaveCount(0)
  }
  const download = files.getByRole('button', { name: 'Download board.msg' })
  expect((await savedFile(page, () => download.click())).name).toBe('board.msg')

  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { name: 'minutes-of-may.txt' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'minutes-of-may.txt' })).toContainText('Hello')
  await files.getByRole('button', { name: 'Open tests.csv' }).click()
  await expect(page.getByRole('region', { name: 'tests.csv' })).toContainText('Hello')
  await files.getByRole('button', { name: 'Open dashboard.png' }).click()
  const image = page.getByRole('region', { name: 'dashboard.png' }).getByRole('img')
  await expect(image).toHaveJSProperty('naturalWidth', 1)
  const openPdf = files.getByRole('button', { name: 'Open exit-plan.pdf' })
  await openPdf.click()
  const pages = page.getByRole('region', { name: 'exit-plan.pdf' })
  await expect(pages.getByText('Minutes of May')).toBeVisible()
  await expect(pages.getByText('1 page', { exact: true })).toBeVisible()
  await expectGoodLooks(page, 'review-evidence')
  await page.keyboard.press('Escape')
  await expect(pages).toHaveCount(0)
  await expect(openPdf).toBeFocused()
  await openPdf.press('Enter')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'Statement A2' })).toBeFocused()
  await expect(files.getByText('No files attached.')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(pages.getByText('Minutes of May')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Statement A1' })).toBeFocused()
})

test('of two auditors at one statement the second sees both values', async ({ page, as, db }) => {
  const { tenant, auditor, review, path } = await aRound(db)
  await enter(page, auditor, path)
  await expect(page.getByRole('heading', { name: 'Statement A1' })).toBeVisible()
  const other = await as(await anAuditor(db, tenant, { name: 'Ben Auditor' }), path)
  await expect(other.getByRole('heading', { name: 'Statement A1' })).toBeVisible()
  await level(page, /Middle/).check({ force: true })
  await page.getByRole('textbox', { name: 'Remark' }).fill('Seen in the minutes.')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByText('1 of 6 reviewed')).toBeVisible()
  await level(other, /Low/).check({ force: true })
  const both = other.getByRole('alert', { name: 'Two versions' })
  await expect(both).toContainText(/Certified: Low.*Certified: Middle/s)
  await expect(both).toContainText('Ada Auditor')
  await expectGoodLooks(other, 'review-conflict')
  await both.getByRole('button', { name: 'Use their version' }).click()
  await expect(level(other, /Middle/)).toBeChecked()
  await expect(other.getByText('1 of 6 reviewed')).toBeVisible()

  // A reason is required, and stays if another statement has changed since.
  const reason = 'Attach the 2 minutes of May.'
  const dialog = page.getByRole('alertdialog')
  const field = dialog.getByRole('textbox', { name: 'What to change' })
  const returnReview = dialog.getByRole('button', { name: 'Return assessment' })
  await button(page, 'Return').click()
  await expect(field).toBeFocused()
  await expect(dialog).toContainText('1 remark is shown next to its statement.')
  await returnReview.click()
  await expect(dialog.getByText('Enter a reason')).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.type(reason)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Return')).toBeFocused()
  await button(other, 'Next statement').click()
  await expect(position(other, 2)).toBeVisible()
  await level(other, /Low/).check({ force: true })
  await expect(other.getByText('2 of 6 reviewed')).toBeVisible()
  await button(page, 'Return').click()
  await expect(field).toHaveValue(reason)
  await returnReview.click()
  await expect(page.getByText('The review was not finished', { exact: true })).toBeVisible()
  await button(page, 'Return').click()
  await expect(field).toHaveValue(reason)
  await returnReview.click()
  await expect(page.getByText('Returned.', { exact: true })).toBeVisible()
  const stored = await callAs(page, { method: 'GET', path: `/reviews/${review}` })
  expect(stored).toMatchObject({ reason })

  await button(other, 'Refuse').click()
  const refusal = other.getByRole('alertdialog')
  await expect(refusal.getByRole('textbox')).toBeFocused()
  await refusal.getByRole('textbox').fill('No evidence.')
  await refusal.getByRole('button', { name: 'Refuse certificate' }).click()
  await expect(other.getByText('The review was not finished', { exact: true })).toBeVisible()
  await expect(other.getByText(reason).first()).toBeVisible()
})

test('a second review leads to the changed statement', async ({ page, as, db }) => {
  const { auditor, user, contentSetId, assessment, review, path } = await aRound(db, 'reviewed')
  await enter(page, auditor, path)
  const reason = 'Look at the second element again.'
  const body = { version: 1, reason }
  await callAs(page, { method: 'POST', path: `/reviews/${review}/return`, body })
  const rosa = await as(user)
  const statement = await db
    .selectFrom('statements as s')
    .innerJoin('statement_responses as r', 'r.statement_id', 's.id')
    .select(['s.id', 's.element_id', 'r.id as response'])
    .where('s.content_set_id', '=', contentSetId)
    .where('r.key', '=', 'B2-2')
    .executeTakeFirstOrThrow()
  const base = `/assessments/${assessment}`
  const answer = {
    key: crypto.randomUUID(),
    statement_id: statement.id,
    state: 1,
    statement_response_id: statement.response,
    not_applicable_reason: null,
    version: 1,
  }
  await callAs(rosa, { method: 'PUT', path: `${base}/responses`, body: answer })
  const completion = `${base}/elements/${statement.element_id}/completion`
  await callAs(rosa, { method: 'POST', path: completion })
  await callAs(rosa, { method: 'POST', path: `${base}/submission` })

  await go(page, '/admin/reviews')
  await page.getByRole('link', { name: /^Tiny 20/ }).click()
  await expect(page.getByText('1 statement changed since round 1')).toBeVisible()
  await button(page, 'Next changed statement').click()
  await expect(page.getByRole('heading', { name: 'Statement B2' })).toBeFocused()
  await expect(page.getByText('The current response changed. Previously: Low.')).toBeVisible()
  await page.getByText('History').click()
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByText('Certification assessment returned, Ada Auditor')).toBeVisible()
})

test('only auditors see the queue, by organisation, and not their own', async ({ page, db }) => {
  const { tenant: one, auditor, user, path } = await aRound(db, 'submitted')
  const tenant = await aTenant(db, { name: 'Tern Rail' })
  const contentSetId = await aContentSet(db, { tenant, file: aBandedSet() })
  await aSubmission(db, { user: await aUser(db, { tenant, name: 'Tom' }), contentSetId })
  await db
    .insertInto('tenant_auditors')
    .values({ tenant_id: auditor.tenantId, auditor_id: auditor.id, organisation_id: tenant.id })
    .execute()
  const submissions = page.getByRole('link', { name: /^Tiny 20/ })
  await enter(page, auditor, '/admin/reviews')
  await expect(submissions).toHaveCount(2)
  await page.getByRole('button', { name: 'Organisation' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Tern Rail' }).click()
  await expect(submissions).toHaveCount(1)
  await expect(page.getByText('Rosa Lind')).toBeHidden()
  await go(page, `/admin/reviews?tenant_id=${one.id}`)
  await expect(page.getByText('Rosa Lind')).toBeVisible()

  await enter(page, await anAdmin(db, { tenant: one }), path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page Not Found')
  await expect(page.getByRole('link', { name: 'Reviews' })).toBeHidden()
  await enter(page, await anAuditor(db, one, { email: user.email, name: 'Rosa Lind' }), path)
  await expect(page.getByText('This is your own assessment.')).toBeVisible()
  await expect(button(page, 'Start review')).toBeHidden()
})
