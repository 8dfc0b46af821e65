import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { aBandedSet, aSubmission, anAuditor } from 'api/testing/certifying'
import { aContentSet, aTenant, aUser } from 'api/testing/factories'
import { callAs } from './call-as.ts'
import { enter, expect, go, test } from './fixtures.ts'

/** An auditor at the first statement of a review; declared is the lowest response. */
async function atReview(page: Page, db: Db, is: 'submitted' | 'begun' = 'begun') {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file: aBandedSet() })
  const user = await aUser(db, { tenant, name: 'Rosa Lind' })
  const { review } = await aSubmission(db, { user, contentSetId, is })
  const auditor = await anAuditor(db, tenant)
  const path = `/admin/reviews/${review}`
  await enter(page, auditor, path)
  await expect(page.getByRole('heading', { name: 'Statement A1' })).toBeVisible()
  return { tenant, auditor, review, path }
}

const level = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(name) })
const remark = (page: Page) => page.getByRole('textbox', { name: 'Remark' })
const REMARK = 'The minutes of May show more than was declared.'

test('a reason stays when somebody else was quicker at another statement', async ({
  page,
  as,
  db,
}) => {
  const { tenant, review, path } = await atReview(page, db)
  const other = await as(await anAuditor(db, tenant, { name: 'Ben Auditor' }), path)
  await expect(other.getByRole('heading', { name: 'Statement A1' })).toBeVisible()
  await level(other, 'Low').check({ force: true })
  await expect(other.getByText('1 of 6 reviewed')).toBeVisible()

  await page.getByRole('button', { name: 'Return' }).click()
  const dialog = page.getByRole('alertdialog')
  const reason = dialog.getByRole('textbox', { name: 'What has to be mended' })
  await reason.fill('Attach the minutes of May.')
  await dialog.getByRole('button', { name: 'Return the assessment' }).click()
  await expect(page.getByText('Nothing was decided', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Return' }).click()
  await expect(reason).toHaveValue('Attach the minutes of May.')
  await dialog.getByRole('button', { name: 'Return the assessment' }).click()
  await expect(page.getByText('Returned.', { exact: true })).toBeVisible()
  expect(await callAs(page, { method: 'GET', path: `/reviews/${review}` })).toMatchObject({
    reason: 'Attach the minutes of May.',
  })
})

test('what is not saved outlasts a reload, a lost connection and the end of a session', async ({
  page,
  db,
}) => {
  await test.step('what is not saved outlasts a reload and the end of a session', async () => {
    const { auditor, path } = await atReview(page, db)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.keyboard.press('2')
    await expect(page.getByText(/^Not saved yet. Say why/)).toBeVisible()
    await page.reload()
    await expect(level(page, 'Middle')).toBeChecked()
    await expect(page.getByText(/^Not saved yet. Say why/)).toBeVisible()

    await remark(page).fill(REMARK)
    await db.deleteFrom('sessions').where('user_id', '=', auditor.id).execute()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await enter(page, auditor, path)
    await expect(remark(page)).toHaveValue(REMARK)
    await expect(page.getByText('1 of 6 reviewed')).toBeVisible()
  })

  await test.step('what could not be sent goes out once there is a connection again', async () => {
    await atReview(page, db)
    await page.context().setOffline(true)
    await page.keyboard.press('1')
    await expect(page.getByText(/^Not saved\./)).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText('1 of 6 reviewed')).toBeVisible()
    await go(page, page.url())
    await expect(page.getByText('1 of 6 reviewed')).toBeVisible()
  })
})

test('whoever signs out is asked, also for what a closed tab left', async ({ page, db }) => {
  await test.step('whoever signs out is asked, and leaves nothing behind', async () => {
    const { auditor, path } = await atReview(page, db)
    await page.keyboard.press('2')
    await expect(page.getByText(/^Not saved yet. Say why/)).toBeVisible()
    await page.getByRole('button', { name: /Ada Auditor/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('What you said of this statement is not saved yet')
    await question.getByRole('button', { name: 'Sign out without saving' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await enter(page, auditor, path)
    await expect(page.getByText('Responses and remarks save themselves.')).toBeVisible()
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  })

  await test.step('signing out elsewhere asks about what a closed tab left of a review', async () => {
    const { path } = await atReview(page, db)
    await page.keyboard.press('2')
    await expect(page.getByText(/^Not saved yet. Say why/)).toBeVisible()
    const other = await page.context().newPage()
    await other.goto(new URL('/admin', page.url()).href)
    await page.close()
    await other.getByRole('button', { name: /Ada Auditor/ }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    const question = other.getByRole('alertdialog', {
      name: /^Changes to “.+, 1\.1” are not saved yet$/,
    })
    await question.getByRole('link').click()
    await expect(other).toHaveURL(new RegExp(path))
    await expect(level(other, 'Middle')).toBeChecked()
  })
})
