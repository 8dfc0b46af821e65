import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { writeContentJson } from 'api/features/content/files/write-content-json'
import { writeContentWorkbook } from 'api/features/content/files/write-content-workbook'
import { breakExport } from 'api/testing/break-export'
import { aContentSet } from 'api/testing/factories'
import { longSet } from 'api/testing/long-set'
import type { Db } from 'api/db/driver'
import { anAuthor } from './builder.ts'
import { enter, expect, test } from './fixtures.ts'

const FILE = {
  ...longSet({ elements: 1000, statements: 2, responses: 4 }),
  title: 'All of it',
}

async function aLargeSet(page: Page, db: Db) {
  const { tenant, author } = await anAuthor(db)
  const id = await aContentSet(db, { tenant, file: FILE })
  await enter(page, author, '/admin/content-sets')
  return id
}

async function ask(page: Page, format: string) {
  await page.getByRole('button', { name: 'Actions for All of it, version 1' }).click()
  await page.getByRole('menuitem', { name: format }).click()
  await expect(dialog(page).getByRole('status')).toHaveText(/^Preparing All-of-it-v1\./)
}

function dialog(page: Page) {
  return page.getByRole('dialog', { name: 'Export “All of it”' })
}

async function download(page: Page) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a large set is exported, and is made again after a fault', async ({ page, db }) => {
  await test.step('whoever exports a large set sees that it is prepared, and downloads it when it is ready', async () => {
    await aLargeSet(page, db)
    await ask(page, 'Export as workbook (XLSX)')
    await expect(dialog(page).getByRole('status')).toHaveText('All-of-it-v1.xlsx is ready.', {
      timeout: 60_000,
    })
    const { name, bytes } = await download(page)
    expect(name).toBe('All-of-it-v1.xlsx')
    expect(bytes.equals(await writeContentWorkbook(FILE))).toBe(true)
    await expect(dialog(page)).toBeHidden()
  })

  await test.step('a file that cannot be made says so, and is made when it is tried again', async () => {
    const id = await aLargeSet(page, db)
    const mend = await breakExport(db, id)
    await ask(page, 'Export as JSON')
    // As after its last try.
    await db
      .updateTable('content_exports')
      .set({ status: 'failed' })
      .where('content_set_id', '=', id)
      .execute()
    await expect(dialog(page).getByRole('alert')).toContainText('The file was not made.')
    await mend()
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page).getByRole('status')).toHaveText('All-of-it-v1.json is ready.', {
      timeout: 60_000,
    })
    const { bytes } = await download(page)
    expect(bytes.toString()).toBe(writeContentJson(FILE))
  })
})
