import type { Browser, Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
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
  browser,
  db,
}) => {
  const platform = await theTenant(db, 'admin')
  await db.deleteFrom('terms_drafts').execute()
  const [ada, grace] = await Promise.all(
    ['Ada', 'Grace'].map((name) => aUser(db, { tenant: platform, roles: ['god-admin'], name })),
  )
  if (!ada || !grace) throw new Error('There are two of them.')
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await enter(page, ada, '/admin/settings/terms')
  await enter(other, grace, new URL(page.url()).pathname)
  await page.getByRole('textbox', { name: /^Text of version/ }).fill('What Ada wrote')
  await other.getByRole('textbox', { name: /^Text of version/ }).fill('What Grace wrote')
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other.getByText(/^Draft saved/)).toBeVisible()
  await elsewhere.close()
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

test('the second of two god-admins sees what else the first has set, and keeps it beside the own words', async ({
  page,
  browser,
  db,
}) => {
  const { other, leave } = await twoGods(page, browser, db)
  await page.getByRole('textbox', { name: /^Text of version/ }).fill('What Ada wrote')
  await other.getByLabel('In force from').fill(COMING)
  await other.getByRole('switch', { name: 'Must be accepted again' }).uncheck()
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other.getByText(/^Draft saved/)).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('In force from, 1 January 2099')).toBeVisible()
  await expect(page.getByText('Must be accepted again, No')).toBeVisible()
  await expectGoodLooks(page, 'terms-conflict')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^Draft saved .* by Ada$/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: /^Text of version/ })).toHaveValue(
    'What Ada wrote',
  )
  await expect(page.getByLabel('In force from')).toHaveValue(COMING)
  await expect(page.getByRole('switch', { name: 'Must be accepted again' })).not.toBeChecked()
  await other.getByRole('button', { name: 'Discard draft' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(other.getByText('Ada changed the draft while you were editing')).toBeVisible()
  await expect(other.getByRole('textbox', { name: /^Text of version/ })).toHaveValue(
    'What Ada wrote',
  )
  await leave()
})

test('who writes while a version is published is told of it, and no word is lost', async ({
  page,
  browser,
  db,
}) => {
  const { other, leave } = await twoGods(page, browser, db)
  await other.getByRole('textbox', { name: /^Text of version/ }).fill('What Grace published')
  await other.getByLabel('In force from').fill(COMING)
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other.getByText(/^Draft saved/)).toBeVisible()
  await page.reload()
  const text = page.getByRole('textbox', { name: /^Text of version/ })
  await text.fill('What Ada wrote')
  await other.getByRole('button', { name: /^Publish version/ }).click()
  const dialog = other.getByRole('alertdialog')
  await dialog.getByRole('button', { name: /^Publish version/ }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/Version \d+ was published while you were editing/)).toBeVisible()
  await expect(page.getByText('What Grace published')).toBeVisible()
  await page.getByRole('button', { name: 'Keep yours' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^Draft saved .* by Ada$/)).toBeVisible()
  await expect(text).toHaveValue('What Ada wrote')
  await leave()
})

test('nobody publishes a draft that somebody else has changed since, and the page says how it stands', async ({
  page,
  browser,
  db,
}) => {
  const { other, leave } = await twoGods(page, browser, db)
  await page.getByRole('textbox', { name: /^Text of version/ }).fill('What Ada wrote')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await page.getByRole('button', { name: /^Publish version/ }).click()
  await other.reload()
  await other.getByRole('textbox', { name: /^Text of version/ }).fill('What Grace wrote')
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other.getByText(/^Draft saved/)).toBeVisible()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: /^Publish version/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Grace changed the draft while you were editing')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Text of version/ })).toHaveValue(
    'What Grace wrote',
  )
  await leave()
})

test('what an organisation adds stands below the terms of the platform', async ({ page, db }) => {
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const admin = await aUser(db, { tenant, roles: ['admin'] })
  await enter(page, admin, '/admin/settings/terms')
  await page.getByRole('textbox', { name: 'Text' }).fill('Wear a **helmet**.')
  await page.getByRole('button', { name: 'Publish addition' }).click()
  await expect(page.getByText(/^Version 1, published/)).toBeVisible()
  await go(page, '/terms-of-use')
  const addition = page.getByRole('region', { name: 'In addition, from Kestrel Water' })
  await expect(addition).toContainText('Wear a helmet.')
})

/** Ada and Grace, each with the editor of the terms open; there is no draft. */
async function twoGods(page: Page, browser: Browser, db: Db) {
  const platform = await theTenant(db, 'admin')
  await db.deleteFrom('terms_drafts').execute()
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  for (const [tab, name] of [
    [page, 'Ada'],
    [other, 'Grace'],
  ] as const) {
    const god = await aUser(db, { tenant: platform, roles: ['god-admin'], name })
    await enter(tab, god, '/admin/settings/terms')
    await expect(tab.getByRole('textbox', { name: /^Text of version/ })).toBeVisible()
  }
  return { other, leave: () => elsewhere.close() }
}
