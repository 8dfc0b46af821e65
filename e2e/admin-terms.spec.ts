import type { Page } from '@playwright/test'
import { aTenant, aUser, theTenant } from 'api/testing/factories'
import { enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const COMING = '2099-01-01'

// There is one draft of the terms for all: one test after the other.
test.describe.configure({ mode: 'default' })

test('a god-admin writes a version, keeps it as a draft, publishes it with the numbers seen, and compares', async ({
  page,
  db,
}) => {
  const platform = await theTenant(db, 'admin')
  await db.deleteFrom('terms_drafts').execute()
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'], name: 'Ada Platform' })
  await enter(page, god, '/admin/settings/terms')
  const text = page.getByRole('textbox', { name: /^Text of version/ })
  await text.fill('Be kind to everybody')
  await text.press('Control+a')
  await page.getByRole('button', { name: 'Heading' }).click()
  await expect(text).toHaveValue('## Be kind to everybody')
  await page.getByRole('radio', { name: 'Preview' }).click()
  await expect(
    page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Be kind' }),
  ).toBeVisible()
  await page.getByRole('radio', { name: 'Write' }).click()
  await page.getByRole('textbox', { name: 'What has changed' }).fill('Kindness')
  await page.getByLabel('In force from').fill(COMING)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^Draft saved .* by Ada Platform$/)).toBeVisible()
  await page.reload()
  await expect(text).toHaveValue('## Be kind to everybody')
  await page.getByRole('button', { name: /^Publish version/ }).click()
  const dialog = page.getByRole('alertdialog', { name: /^Publish version \d+ of the terms\?$/ })
  await expect(dialog).toContainText('from 1 January 2099')
  await expect(dialog).toContainText(/\d+ people must accept it/)
  await dialog.getByRole('button', { name: /^Publish version/ }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('radio', { name: 'Versions' }).click()
  await expect(page.getByText('Coming', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Differences' })).toContainText('Be kind')
  await page.getByRole('radio', { name: 'Accepted by' }).click()
  await page.getByRole('searchbox', { name: 'Name or email' }).fill('resilience.lead')
  await expect(page.getByRole('rowheader')).toHaveText([/Resilience Lead/])
})

test('the second of two god-admins sees what the first has saved, and chooses', async ({
  page,
  as,
  db,
}) => {
  const platform = await theTenant(db, 'admin')
  await db.deleteFrom('terms_drafts').execute()
  const [ada, grace] = await Promise.all(
    ['Ada', 'Grace'].map((name) => aUser(db, { tenant: platform, roles: ['god-admin'], name })),
  )
  if (!ada || !grace) throw new Error('There are two of them.')
  await enter(page, ada, '/admin/settings/terms')
  const other = await as(grace, new URL(page.url()).pathname)
  await page.getByRole('textbox', { name: /^Text of version/ }).fill('What Ada wrote')
  await other.getByRole('textbox', { name: /^Text of version/ }).fill('What Grace wrote')
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other.getByText(/^Draft saved/)).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Grace changed the draft while you were editing')).toBeVisible()
  await expect(page.getByText('What Grace wrote')).toBeVisible()
  await page.getByRole('button', { name: 'Keep yours' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^Draft saved .* by Ada$/)).toBeVisible()
  const discard = page.getByRole('button', { name: 'Discard draft' })
  await discard.click()
  const question = page.getByRole('alertdialog', { name: /^Discard the draft of version \d+\?$/ })
  await expect(question).toBeVisible()
  await expectGoodLooks(page, 'terms-discard')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^Draft saved .* by Ada$/)).toBeVisible()
  await expect(discard).toBeFocused()
  await discard.click()
  await question.getByRole('button', { name: 'Discard draft' }).click()
  await expect(discard).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the second of two admins sees the addition to the terms that the first one published, chooses, and reads it below the terms', async ({
  page,
  as,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Alder Homes' })
  const [one, two] = [
    await aUser(db, { tenant, roles: ['admin'] }),
    await aUser(db, { tenant, roles: ['admin'] }),
  ]
  await enter(page, one, '/admin/settings/terms')
  const [first, second] = [page, await as(two, '/admin/settings/terms')]
  for (const each of [first, second])
    await expect(each.getByRole('textbox', { name: 'Text' })).toBeVisible()
  const text = (on: Page) => on.getByRole('textbox', { name: 'Text' })
  const publish = (on: Page) => on.getByRole('button', { name: 'Publish addition' }).click()
  const said = async () =>
    await db
      .selectFrom('terms_additions')
      .select('text')
      .where('tenant_id', '=', tenant.id)
      .orderBy('version')
      .execute()
  await text(first).fill('Said by the first')
  await text(second).fill('Said by the second')
  await publish(first)
  await expect(first.getByText('Addition published', { exact: true })).toBeVisible()
  await publish(second)
  await expect(
    second.getByText('Someone else changed the addition while you were editing'),
  ).toBeVisible()
  await expect(second.getByText('Said by the first')).toBeVisible()
  await publish(second)
  await expect(
    second.getByText('Someone else changed the addition while you were editing'),
  ).toBeVisible()
  expect(await said()).toEqual([{ text: 'Said by the first' }])
  await second.getByRole('button', { name: 'Keep yours' }).click()
  await publish(second)
  await expect(second.getByText('Addition published', { exact: true })).toBeVisible()
  await go(second, '/terms-of-use')
  const addition = second.getByRole('region', { name: 'In addition, from Alder Homes' })
  await expect(addition).toContainText('Said by the second')

  await text(first).fill('Said by the first, again')
  await publish(first)
  await first.getByRole('button', { name: 'Use theirs' }).click()
  await expect(text(first)).toHaveValue('Said by the second')
  expect(await said()).toEqual([{ text: 'Said by the first' }, { text: 'Said by the second' }])
  await second.context().close()
})
