import { aGod, enter, expect, go, test } from './fixtures.ts'
import { aTemplate, choose, row } from './templates.ts'

test('a template is copied to two organisations, and deleted in none', async ({ page, db }) => {
  const { title, names } = await aTemplate(db)
  const list = `/admin/content-sets?title=${encodeURIComponent(title)}`
  const template = page.getByRole('row').filter({ hasText: 'Template' })
  const act = async (name: string) => {
    await template.getByRole('button', { name: `Actions for ${title}, version 1` }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await enter(page, await aGod(db), list)
  await act('Copy to organisations')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(row(page, names[0])).toContainText('Not copied')
  for (const name of names) await choose(page, name)
  await page.getByRole('button', { name: 'Copy version 1 to 2 organisations' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('These organisations have no published copy.')
  await dialog.getByRole('button', { name: 'Copy to 2 organisations' }).click()
  await expect(dialog).toBeHidden()
  for (const name of names) {
    await expect(row(page, name)).toContainText('Version 1 of the template')
    await expect(row(page, name)).toContainText('Latest')
  }
  const again = page.getByRole('button', { name: 'Copy version 1' })
  await again.click()
  await expect(page.getByText('Tick the organisations to copy to.')).toBeVisible()
  await expect(page.locator(':focus')).toHaveAttribute('type', 'checkbox')
  await choose(page, names[1])
  await again.click()
  await expect(page.getByRole('alert')).toContainText('already has this version')

  await go(page, list)
  const copy = page.getByRole('row').filter({ hasText: names[0] })
  await expect(copy).toContainText('Published')
  await copy.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: 'Versions' }).click()
  await expect(page.getByText(/^Copied from a platform template, /)).toBeVisible()

  await go(page, list)
  await act('Delete')
  await expect(dialog).toContainText('only if no organisation has a copy.')
  await dialog.getByRole('button', { name: 'Delete version 1' }).click()
  await expect(dialog.getByRole('alert')).toContainText('a copy of this content set')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await act('Retire')
  await expect(dialog).toContainText('Existing copies don’t change.')
  await dialog.getByRole('button', { name: 'Retire version 1' }).click()
  await expect(template).toContainText('Retired')
  await expect(copy).toContainText('Published')
})
