import { writeContentJson } from 'api/features/content/files/write-content-workbook'
import { breakExport } from 'api/testing/break-export'
import { aContentSet, aTenant } from 'api/testing/factories'
import { longSet } from 'api/testing/long-set'
import { anAdmin, enter, expect, savedFile, test } from './fixtures.ts'

const FILE = { ...longSet({ elements: 1000, statements: 2, responses: 4 }), title: 'All of it' }

test('a large set is exported, also after a failed attempt', async ({ page, db }) => {
  const tenant = await aTenant(db)
  const id = await aContentSet(db, { tenant, file: FILE })
  await enter(page, await anAdmin(db, { tenant }), '/admin/content-sets')
  const dialog = page.getByRole('dialog', { name: 'Export “All of it”, version 1' })
  const status = dialog.getByRole('status')
  const repair = await breakExport(db, id)
  await page.getByRole('button', { name: 'Actions for All of it, version 1' }).click()
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
  await expect(status).toHaveText(/^Preparing All-of-it-v1\./)
  await db
    .updateTable('content_exports')
    .set({ status: 'failed' })
    .where('content_set_id', '=', id)
    .execute()
  await expect(dialog.getByRole('alert')).toContainText('The file could not be created.')
  await repair()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(status).toHaveText('All-of-it-v1.json is ready.', { timeout: 60_000 })
  const button = dialog.getByRole('button', { name: 'Download' })
  const file = await savedFile(page, () => button.click())
  expect(file.name).toBe('All-of-it-v1.json')
  expect(file.bytes.toString()).toBe(writeContentJson(FILE))
  await expect(dialog).toBeHidden()
})
