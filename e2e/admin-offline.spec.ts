import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { aUser } from 'api/testing/factories'
import { anAdmin, enter, expect, test } from './fixtures.ts'

async function typeName(page: Page, db: Db) {
  const admin = await anAdmin(db)
  const tenant = { id: admin.tenantId, domain: '', host: admin.host }
  const { id } = await aUser(db, { tenant, name: 'Olga Before' })
  await enter(page, admin, `/admin/users/${id}/main-details`)
  await page.getByLabel('Name').fill('Olga After')
  await expect(page.getByText('1 change not saved')).toBeVisible()
  return page.getByRole('link', { name: 'Users', exact: true }).first()
}

test('without a connection the typed text stays, and leaving asks', async ({
  page,
  context,
  db,
}) => {
  const users = await typeName(page, db)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await users.click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Olga After')
})

test('the browser asks when the question’s own code can’t be loaded', async ({ page, db }) => {
  await page.route('**/leave-dialog-*.js', (route) => route.abort())
  const users = await typeName(page, db)
  const messages: string[] = []
  page.once('dialog', (dialog) => {
    messages.push(dialog.message())
    void dialog.dismiss()
  })
  await users.click()
  await expect
    .poll(() => messages)
    .toEqual(['Leave without saving? Your changes to this user are not saved.'])
  await expect(page.getByLabel('Name')).toHaveValue('Olga After')
  page.once('dialog', (dialog) => void dialog.accept())
  await users.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
})
