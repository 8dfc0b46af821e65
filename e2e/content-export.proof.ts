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
  const choose = async () => {
    await page.getByRole('button', { name: 'Actions for All of it, version 1' }).click()
    await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
  }
  const preparing = page.getByText('We’re preparing your file').first()
  const repair = await breakExport(db, id)
  await choose()
  await expect(preparing).toBeVisible()
  await db
    .updateTable('generated_files')
    .set({ status: 'failed' })
    .where('content_set_id', '=', id)
    .execute()
  await expect(page.getByText('The content set could not be exported').first()).toBeVisible()
  await repair()
  const file = await savedFile(page, async () => {
    await choose()
    await expect(preparing).toBeVisible()
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
  })
  expect(file.name).toBe('All-of-it-v1.json')
  expect(file.bytes.toString()).toBe(writeContentJson(FILE))
  await expect(preparing).toBeHidden()
})
