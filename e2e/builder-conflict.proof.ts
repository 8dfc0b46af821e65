import { aContentSet } from 'api/testing/factories'
import { expectSaved, idIn, openNextVersion, publish, twoAuthors } from './builder.ts'
import { expect, test } from './fixtures.ts'

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
