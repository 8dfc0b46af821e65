import { aTenant } from 'api/testing/factories'
import { aGod, anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

// All god-admins share one draft of the terms.
test.describe.configure({ mode: 'default' })

test('a god-admin drafts, publishes and compares the terms', async ({ page, db }) => {
  await db.deleteFrom('terms_drafts').execute()
  await enter(page, await aGod(db, { name: 'Ada Platform' }), '/admin/settings/terms')
  const text = page.getByRole('textbox', { name: /^Text for version/ })
  const saved = page.getByText(/^Draft saved .* by Ada Platform$/)
  const saveDraft = page.getByRole('button', { name: 'Save draft' })
  const show = (name: string) => page.getByRole('radio', { name }).click()
  await text.fill('Be kind to everyone')
  await text.press('Control+a')
  await page.getByRole('button', { name: 'Heading' }).click()
  await expect(text).toHaveValue('## Be kind to everyone')
  await expectGoodLooks(page, 'admin-terms')
  await show('Preview')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'Be kind' })).toBeVisible()
  await show('Write')
  await saveDraft.click()
  await expect(saved).toBeVisible()
  const discard = page.getByRole('button', { name: 'Discard draft' })
  const question = page.getByRole('alertdialog', { name: /^Discard the draft of version \d+\?$/ })
  await discard.click()
  await expect(question).toBeVisible()
  await expectGoodLooks(page, 'terms-discard')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(saved).toBeVisible()
  await expect(discard).toBeFocused()
  await discard.click()
  await question.getByRole('button', { name: 'Discard draft' }).click()
  await expect(discard).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await text.fill('## Be kind')
  await page.getByRole('textbox', { name: 'What has changed' }).fill('Kindness')
  await page.getByLabel('In force from').fill('2099-01-01')
  await saveDraft.click()
  await expect(saved).toBeVisible()
  await page.reload()
  await expect(text).toHaveValue('## Be kind')
  await page.getByRole('button', { name: /^Publish version/ }).click()
  const dialog = page.getByRole('alertdialog', { name: /^Publish version \d+ of the terms\?$/ })
  await expect(dialog).toContainText('The new terms take effect on 1 January 2099.')
  await expect(dialog).toContainText(/\d+ users, including you, must accept them/)
  await dialog.getByRole('button', { name: /^Publish version/ }).click()
  await expect(dialog).toHaveCount(0)
  await show('Versions')
  await expect(page.getByText('Upcoming', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Differences' })).toContainText('Be kind')
  await expectGoodLooks(page, 'admin-terms-versions')
  await show('Accepted by')
  await expectGoodLooks(page, 'admin-terms-accepted')
  await page.getByRole('searchbox', { name: 'Name or email' }).fill('resilience.lead')
  await expect(page.getByRole('rowheader')).toHaveText([/Resilience Lead/])
})

test('after a conflict an admin keeps their addition to the terms', async ({ page, as, db }) => {
  const tenant = await aTenant(db, { name: 'Alder Homes' })
  const path = '/admin/settings/terms'
  const first = await as(await anAdmin(db, { tenant }), path)
  await enter(page, await anAdmin(db, { tenant }), path)
  const write = async (on: typeof page, text: string) => {
    await on.getByRole('textbox', { name: 'Text' }).fill(text)
    await on.getByRole('button', { name: 'Publish terms' }).click()
  }
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeVisible()
  await write(first, 'Said by the first')
  await expect(
    first.getByText('Organisation-specific terms published', { exact: true }),
  ).toBeVisible()
  await write(page, 'Said by the second')
  const conflict = page.getByText('Someone else changed these terms while you were editing')
  await expect(conflict).toBeVisible()
  await expect(page.getByText('Said by the first')).toBeVisible()
  const stored = await db
    .selectFrom('terms_additions')
    .select('text')
    .where('tenant_id', '=', tenant.id)
    .execute()
  expect(stored).toEqual([{ text: 'Said by the first' }])
  await page.getByRole('button', { name: 'Keep yours' }).click()
  await page.getByRole('button', { name: 'Publish terms' }).click()
  await expect(
    page.getByText('Organisation-specific terms published', { exact: true }),
  ).toBeVisible()
  await go(page, '/terms-of-use')
  const addition = page.getByRole('region', { name: 'Additional terms from Alder Homes' })
  await expect(addition).toContainText('Said by the second')
})
