import { aContentSet } from 'api/testing/factories'
import {
  addElement,
  addStatement,
  expectSaved,
  idIn,
  openNewDraft,
  openNextVersion,
  publish,
  twoAuthors,
} from './builder.ts'
import { expect, test } from './fixtures.ts'

test('changes of two authors merge, and a conflict is shown', async ({ page, as, db }) => {
  const { author, grace } = await twoAuthors(db)
  const path = await openNewDraft(page, author, 'Together')
  const other = await as(grace, path)
  await other.getByRole('textbox', { name: 'Description' }).fill('By Grace.')
  await expectSaved(other)
  // Focus refreshes the page; otherwise it refreshes every 15 seconds.
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('By Grace.')
  await expect(page.getByText(/^Saved \d\d:\d\d by Grace Writer$/)).toBeVisible()
  await expect(page.getByText('Grace Writer is also editing this draft').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Source' }).fill('Mine')
  await expectSaved(page)

  await addElement(page, 'Suppliers')
  await expect(page.getByRole('heading', { name: 'Add the first statement' })).toBeVisible()
  await addStatement(page, 'We know our suppliers.')
  await expectSaved(page)
  await other.goto(page.url())
  const mine = page.getByRole('textbox', { name: 'Statement' })
  const theirs = other.getByRole('textbox', { name: 'Statement' })
  await expect(theirs).toHaveValue('We know our suppliers.')
  await other.getByRole('textbox', { name: 'Weight' }).fill('3')
  await expectSaved(other)
  await page.getByRole('textbox', { name: 'Name of response 1' }).fill('Not at all')
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('3')
  await expect(page.getByText('Grace Writer’s changes were added').first()).toBeVisible()
  await expectSaved(page)

  await theirs.fill('We know every supplier.')
  await other.getByRole('textbox', { name: 'Name of response 2' }).fill('All of them')
  await expectSaved(other)
  await mine.fill('We know the suppliers that matter.')
  const conflict = page.getByRole('alert', { name: 'Two versions' })
  await expect(conflict).toContainText('Grace Writer changed the same part')
  await expect(conflict).toContainText('We know every supplier.')
  await expect(page.getByRole('button', { name: 'Choose a version to save' })).toBeVisible()
  const second = page.getByRole('textbox', { name: 'Name of response 2' })
  await expect(second, 'without a conflict').toHaveValue('All of them')
  // The choice is still open after a reload.
  await page.reload()
  await conflict.getByRole('button', { name: /^Use their version/ }).click()
  await expect(conflict).toHaveCount(0)
  await expect(mine).toHaveValue('We know every supplier.')
  await expectSaved(page)
})

test('a published draft is read-only, and text typed too late can be copied', async ({
  page,
  context,
  as,
  db,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { author, grace, tenant } = await twoAuthors(db)
  const path = await openNextVersion(page, author, await aContentSet(db, { tenant }))
  const other = await as(grace, path)
  await publish(other, idIn(path))
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
  const notice = page.getByText('Version 2 was published by Grace Writer')
  await expect(notice.first()).toBeVisible()
  const description = page.getByRole('textbox', { name: 'Description' })
  await expect(description).toHaveAttribute('readonly')
  await expect(page.getByText('Some text was not saved')).toHaveCount(0)
  const create = page.getByRole('button', { name: 'Create new version' })
  await create.click()
  await expect(page.getByText('Based on version 2')).toBeVisible()

  await description.fill('Saved before.')
  await expectSaved(page)
  await publish(other, idIn(new URL(page.url()).pathname))
  let saves = 0
  page.on('request', (request) => (saves += request.method() === 'PUT' ? 1 : 0))
  await description.fill('Too late.')
  const unsaved = page.getByText('Some text was not saved before version 3 was published')
  await expect(unsaved.first()).toBeVisible()
  await expect(description).toHaveValue('Saved before.')
  await expect(description).toHaveAttribute('readonly')
  expect(saves).toBe(1)
  await expect(page.getByText('changes were added')).toHaveCount(0)
  await page.reload()
  await expect(unsaved.first()).toBeVisible()
  await create.click()
  const next = page.getByText('Based on version 3')
  await expect(next).toBeVisible()
  await page.getByRole('button', { name: 'Show text' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Too late.')
  await dialog.getByRole('button', { name: 'Copy About this set, description' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Too late.')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard text' }).click()
  await expect(unsaved).toHaveCount(0)
  await page.reload()
  await expect(next).toBeVisible()
  await expect(unsaved).toHaveCount(0)
})

test('an open draft that was deleted offers its unsaved texts', async ({ page, db }) => {
  const { author } = await twoAuthors(db)
  const path = await openNewDraft(page, author, 'Short-lived')
  await page.getByRole('textbox', { name: 'Title' }).fill('Short-lived plan')
  await expectSaved(page)
  await db.deleteFrom('content_sets').where('id', '=', idIn(path)).execute()
  await page.getByRole('textbox', { name: 'Description' }).fill('Written into nothing.')
  const alert = page.getByRole('alert').filter({ hasText: 'Someone deleted this draft.' })
  await expect(alert).toContainText('1 field')
  await page.getByRole('textbox', { name: 'Licence' }).fill('CC0')
  await expect(alert).toContainText('2 fields')
  await alert.getByRole('button', { name: 'Show your text' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Written into nothing.')).toBeVisible()
  await expect(dialog.getByText('CC0')).toBeVisible()
  await page.keyboard.press('Escape')
  await alert.getByRole('link', { name: 'All content sets' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/admin\/content-sets$/)
})
