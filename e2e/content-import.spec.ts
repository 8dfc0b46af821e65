import type { Page } from '@playwright/test'
import { aContentSet, aSmallSet, aTenant, aUser } from 'api/testing/factories'
import type { Db } from 'api/db/driver'
import { enter, expect, go, test } from './fixtures.ts'

const JSON_FILE = 'application/json'

async function anAdmin(db: Db) {
  const tenant = await aTenant(db)
  return { tenant, admin: await aUser(db, { tenant, roles: ['admin'] }) }
}

async function check(page: Page, name: string, content: Buffer) {
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: JSON_FILE, buffer: content })
  await page.getByRole('button', { name: 'Check the file' }).click()
}

async function setsOf(db: Db, tenantId: number) {
  return await db
    .selectFrom('content_sets')
    .select(['id', 'title', 'status'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .execute()
}

test('a file is checked, shown, and becomes a draft', async ({ page, db }) => {
  await test.step('a file is shown before anything is written, and then becomes a draft', async () => {
    const { tenant, admin } = await anAdmin(db)
    const file = { ...aSmallSet(3, 2), title: 'From a file' }
    await enter(page, admin, '/admin/content-sets/create?from=file')
    await check(page, 'small.json', Buffer.from(JSON.stringify(file)))
    await expect(page.getByText('small.json is without faults.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'From a file' })).toBeVisible()
    await expect(page.getByRole('definition')).toHaveText(['3', '6', '24', /^\d+$/, /^\d+$/])
    expect(await setsOf(db, tenant.id)).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Make this draft' }).click()
    await expect(page).toHaveURL(/\/admin\/content-sets\/\d+/)
    expect(await setsOf(db, tenant.id)).toMatchObject([{ title: 'From a file', status: 'draft' }])
  })

  await test.step('every fault of a file is told with its place, and nothing is written', async () => {
    const { tenant, admin } = await anAdmin(db)
    const { title: _, ...untitled } = aSmallSet()
    const [first, ...others] = untitled.elements
    const file = { ...untitled, elements: [{ ...first, weight: 0 }, ...others] }
    await enter(page, admin, '/admin/content-sets/create?from=file')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByText('Choose a file', { exact: true }).last()).toBeVisible()
    await check(page, 'faulty.json', Buffer.from(JSON.stringify(file)))
    await expect(page.getByText('2 faults in faulty.json.')).toBeVisible()
    await expect(page.getByRole('row', { name: 'title' })).toContainText('is missing')
    await expect(page.getByRole('row', { name: 'elements[0].weight' })).toContainText(
      'must be above 0',
    )
    expect(await setsOf(db, tenant.id)).toEqual([])
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await check(page, 'nothing.json', Buffer.from('{'))
    await expect(page.getByText('1 fault in nothing.json.')).toBeVisible()
  })
})

test('an earlier set is the beginning of another, and a file its next version', async ({
  page,
  db,
}) => {
  await test.step('an earlier set is the beginning of another', async () => {
    const { tenant, admin } = await anAdmin(db)
    await aContentSet(db, { tenant, file: { ...aSmallSet(), title: 'Good care' } })
    await enter(page, admin, '/admin/content-sets/create')
    await page.getByRole('radio', { name: /An earlier set/ }).click()
    await page.getByLabel('Earlier set').selectOption({ label: 'Good care, version 1' })
    await page.getByRole('button', { name: 'Copy this set' }).click()
    await page.getByRole('button', { name: 'Make this draft' }).click()
    await expect(page).toHaveURL(/\/admin\/content-sets\/\d+/)
    expect(await setsOf(db, tenant.id)).toMatchObject([
      { title: 'Good care', status: 'published' },
      { title: 'Good care', status: 'draft' },
    ])
  })

  await test.step('a file becomes the next version of a set, and tells what differs', async () => {
    const { tenant, admin } = await anAdmin(db)
    const file = { ...aSmallSet(), title: 'Good care' }
    await aContentSet(db, { tenant, file })
    await enter(page, admin, '/admin/content-sets')
    await page.getByRole('button', { name: 'Actions for Good care, version 1' }).click()
    await page.getByRole('menuitem', { name: 'Import a new version' }).click()
    await check(page, 'same.json', Buffer.from(JSON.stringify(file)))
    await expect(page.getByText('Against the version before: nothing differs.')).toBeVisible()
    await page.getByRole('button', { name: 'Choose another file' }).click()
    const next = { ...file, elements: file.elements.slice(1) }
    await check(page, 'next.json', Buffer.from(JSON.stringify(next)))
    await expect(page.getByText('Against the version before: 2 statements removed.')).toBeVisible()
    await page.getByRole('button', { name: 'Make this draft' }).click()
    await expect(page).toHaveURL(/\/admin\/content-sets\/\d+/)
    await go(page, '/admin/content-sets')
    await expect(
      page.getByRole('button', { name: 'Actions for Good care, version 2' }),
    ).toBeVisible()
    await go(page, '/admin/content-sets/create?from=file')
    await check(page, 'again.json', Buffer.from(JSON.stringify(file)))
    await expect(page.getByText('A set of this title is published already.')).toBeVisible()
    await page.getByRole('link', { name: 'Import its next version' }).click()
    await expect(page.getByRole('heading', { name: 'Import a new version' })).toBeVisible()
  })
})
