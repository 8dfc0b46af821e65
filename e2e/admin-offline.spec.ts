import { aTenant, aUser } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'

test('what is typed stays when the connection goes, and leaving still asks', async ({
  page,
  context,
  db,
}) => {
  const tenant = await aTenant(db)
  const admin = await aUser(db, { tenant, roles: ['admin'] })
  const person = await aUser(db, { tenant, name: 'Olga Before' })
  await enter(page, admin, `/admin/users/${person.id}/main-details`)
  await page.getByLabel('Name').fill('Olga After')
  await expect(page.getByText('1 change not saved')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Olga After')
})

test('where our own question cannot be had the browser asks', async ({ page, db }) => {
  const tenant = await aTenant(db)
  const admin = await aUser(db, { tenant, roles: ['admin'] })
  const person = await aUser(db, { tenant, name: 'Olga Before' })
  await page.route('**/leave-dialog-*.js', (route) => route.abort())
  await enter(page, admin, `/admin/users/${person.id}/main-details`)
  await page.getByLabel('Name').fill('Olga After')
  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await expect
    .poll(() => asked)
    .toEqual(['Leave without saving? Your changes to this user are not saved.'])
  await expect(page.getByLabel('Name')).toHaveValue('Olga After')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
})
