import type { Db } from 'api/db/driver'
import { aBandedSet, aSubmission, anAuditor } from 'api/testing/certifying'
import { aContentSet, aTenant, aUser } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

async function aBegunReview(db: Db) {
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const contentSetId = await aContentSet(db, { tenant, file: aBandedSet() })
  const user = await aUser(db, { tenant, name: 'Rosa Lind' })
  const { review } = await aSubmission(db, { user, contentSetId, is: 'begun' })
  return { auditor: await anAuditor(db, tenant), path: `/admin/reviews/${review}` }
}

test('a review goes by keyboard from statement to statement to the decision', async ({
  page,
  db,
}) => {
  await test.step('after the last statement the way goes on to what is not reviewed, and then to the decision', async () => {
    const { auditor, path } = await aBegunReview(db)
    await enter(page, auditor, path)
    const place = (number: number) => page.getByText(`Statement ${number} of 6`)
    await expect(place(1)).toBeVisible()
    await page.getByRole('button', { name: 'Next statement' }).click()
    for (const number of [2, 3, 4, 5, 6]) {
      await expect(place(number)).toBeVisible()
      await page.keyboard.press('1')
      await expect(page.getByText(`${number - 1} of 6 reviewed`)).toBeVisible()
      await expect(page.getByText(/^Saved \d\d:\d\d/)).toBeVisible()
      if (number < 6) await page.keyboard.press('Enter')
    }
    await expectGoodLooks(page, 'review-last-statement')
    await page.getByRole('button', { name: 'First not reviewed' }).click()
    await expect(place(1)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Statement A1' })).toBeFocused()
    await page.keyboard.press('1')
    await expect(page.getByText('6 of 6 reviewed')).toBeVisible()
    await page.getByRole('button', { name: /Element C/ }).click()
    await expect(place(5)).toBeVisible()
    await page.getByRole('button', { name: 'Next statement' }).click()
    await page.getByRole('button', { name: 'Go to the decision' }).click()
    await expect(page.getByRole('group', { name: 'Decision' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Certify' })).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Certify the assessment?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    const day = dialog.getByLabel('Valid until')
    // The last part of a day, and its button; without a whole day nothing is issued for another one.
    await expect(day).toBeFocused()
    await day.press('Backspace')
    await expect(day).toHaveValue('')
    await dialog.getByRole('button', { name: 'Issue the certificate' }).press('Enter')
    await expect(day).toHaveAccessibleDescription(/Enter a whole day/)
    await expect(day).toBeFocused()
    const nextYear = new Date().getFullYear() + 1
    await page.keyboard.type(`0203${nextYear}`, { delay: 30 })
    await expect(day).toHaveValue(`${nextYear}-02-03`)
    await expect(dialog.getByText('Enter a whole day')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Issue the certificate' }).press('Enter')
    await expect(page.getByText(/^Certificate .* is issued$/).first()).toBeVisible()
  })

  await test.step('a reason is typed at once where a review is given back, and asked for where it is missing', async () => {
    const { auditor, path } = await aBegunReview(db)
    await enter(page, auditor, path)
    const dialog = page.getByRole('alertdialog')
    const reason = dialog.getByRole('textbox')
    for (const [button, action] of [
      ['Return', 'Return the assessment'],
      ['Refuse', 'Refuse the certificate'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(reason).toBeFocused()
      await expect(dialog.getByText('No statement has a remark.')).toBeVisible()
      await dialog.getByRole('button', { name: action }).click()
      await expect(dialog.getByText('Say why')).toBeVisible()
      await expect(reason).toBeFocused()
      await page.keyboard.type('Attach the 2 minutes of May.')
      await expect(reason).toHaveValue('Attach the 2 minutes of May.')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: button, exact: true })).toBeFocused()
    }
  })

  await test.step('the list of shortcuts names those of a review', async () => {
    const { auditor, path } = await aBegunReview(db)
    await enter(page, auditor, path)
    await expect(page.getByRole('heading', { name: 'Statement A1' })).toBeVisible()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Shortcuts' })
    await expect(list.getByText('Certified response')).toBeVisible()
    await expect(list.getByText('Next statement', { exact: true })).toBeVisible()
    await expectGoodLooks(page, 'review-shortcuts')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
    await page.keyboard.press('?')
    await expect(list).toBeVisible()
    await expect(list.getByText('Certified response')).toHaveCount(0)
  })
})
