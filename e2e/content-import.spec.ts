import type { Page } from '@playwright/test'
import type { Db } from 'api/db/scope'
import { aContentSet, aSmallSet, aTenant } from 'api/testing/factories'
import { anAdmin, enter, expect, go, test } from './fixtures.ts'

const CARE = { ...aSmallSet(), title: 'Good care' }

async function check(page: Page, name: string, content: object | string) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Check file' }).click()
}

async function createDraft(page: Page) {
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page).toHaveURL(/\/admin\/content-sets\/\d+/)
}

async function setsOf(db: Db, tenantId: number) {
  return await db
    .selectFrom('content_sets')
    .select(['title', 'status'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .execute()
}

test('a draft starts from a file without faults, also as the next version, or from an existing set', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const admin = await anAdmin(db, { tenant })
  const file = { ...aSmallSet(3, 2), title: 'From a file' }
  await enter(page, admin, '/admin/content-sets/create?from=file')
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('Choose a file', { exact: true }).last()).toBeVisible()
  const { title: _, ...untitled } = file
  const [first, ...others] = untitled.elements
  const elements = [{ ...first, weight: -1 }, ...others]
  await check(page, 'faulty.json', { ...untitled, elements })
  await expect(page.getByText('2 errors in faulty.json.')).toBeVisible()
  const fault = (name: string) => page.getByRole('row', { name })
  await expect(fault('title')).toContainText('is missing')
  await expect(fault('elements[0].weight')).toContainText('must be 0 or more')
  const another = page.getByRole('button', { name: 'Choose another file' })
  await another.click()
  await check(page, 'nothing.json', '{')
  await expect(page.getByText('1 error in nothing.json.')).toBeVisible()

  await another.click()
  await check(page, 'small.json', file)
  await expect(page.getByText('small.json has no errors.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'From a file' })).toBeVisible()
  await expect(page.getByRole('definition')).toHaveText(['3', '6', '24', /^\d+$/, /^\d+$/])
  expect(await setsOf(db, admin.tenantId)).toEqual([])
  await page.reload()
  await createDraft(page)
  expect(await setsOf(db, admin.tenantId)).toEqual([{ title: 'From a file', status: 'draft' }])

  await aContentSet(db, { tenant, file: CARE })
  await go(page, '/admin/content-sets')
  await page.getByRole('button', { name: 'Actions for Good care, version 1' }).click()
  await page.getByRole('menuitem', { name: 'Import new version' }).click()
  const compared = page.getByText(/^Compared with the previous version/)
  await check(page, 'same.json', CARE)
  await expect(page.getByRole('heading', { name: 'Import new version' })).toBeVisible()
  await expect(compared).toHaveText('Compared with the previous version: no statements changed.')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await check(page, 'next.json', { ...CARE, elements: CARE.elements.slice(1) })
  await expect(compared).toHaveText('Compared with the previous version: 2 statements removed.')
  await createDraft(page)
  await go(page, '/admin/content-sets')
  const next = page.getByRole('button', { name: 'Actions for Good care, version 2' })
  await expect(next).toBeVisible()
  await go(page, '/admin/content-sets/create?from=file')
  await check(page, 'again.json', CARE)
  await expect(page.getByText('A content set with this title is already published.')).toBeVisible()
  await page.getByRole('link', { name: 'Import as new version' }).click()
  await expect(page.getByRole('heading', { name: 'Import new version' })).toBeVisible()

  await go(page, '/admin/content-sets/create')
  await page.getByRole('radio', { name: /An existing set/ }).click()
  await page.getByLabel('Content set to copy').selectOption({ label: 'Good care, version 1' })
  await page.getByRole('button', { name: 'Copy content set' }).click()
  // Nothing is left to decide, so the draft opens.
  await expect(page.getByRole('heading', { level: 1, name: 'Good care' })).toBeVisible()
  const statuses = (await setsOf(db, tenant.id)).map(({ status }) => status)
  expect(statuses).toEqual(['draft', 'published', 'draft', 'draft'])
})
