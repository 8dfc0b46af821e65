import { randomInt } from 'node:crypto'
import { aContentSet, aSmallSet, aTenant, aUser, theTenant } from 'api/testing/factories'
import { addressOf, enter, expect, test } from './fixtures.ts'

function named(title: string) {
  return { ...aSmallSet(), title }
}

test('a god-admin finds content sets by title, organisation and status, and the address says so', async ({
  page,
  db,
}) => {
  const word = `Zephyr${randomInt(1e9)}`
  const platform = await theTenant(db, 'admin')
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
  const kestrel = await aTenant(db, { name: `Kestrel ${word}` })
  const linden = await aTenant(db, { name: `Linden ${word}` })
  await aContentSet(db, { tenant: kestrel, file: named(`${word} resilience`) })
  await aContentSet(db, { tenant: linden, file: named(`${word} safety`) })
  await aContentSet(db, { tenant: platform, file: named(`${word} pattern`) })
  await enter(page, god, '/admin/content-sets')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Content sets')
  const rows = page.getByRole('rowheader')
  const filters = page.getByRole('search', { name: 'Filters' })
  await page.getByRole('searchbox', { name: 'Title' }).fill(word.toLowerCase())
  await expect(rows).toHaveText([`${word} pattern`, `${word} resilience`, `${word} safety`])
  await expect(page.getByRole('row', { name: `${word} pattern` })).toContainText('Template')
  await page.getByRole('columnheader').getByRole('button', { name: 'Title' }).click()
  await expect(rows).toHaveText([/safety/, /resilience/, /pattern/])
  await expect(page).toHaveURL(/sort=title\.desc/)
  await filters.getByRole('button', { name: 'Organisation' }).click()
  await page.getByRole('menuitemcheckbox', { name: `Kestrel ${word}` }).click()
  await expect(rows).toHaveText([`${word} resilience`])
  await expect(page).toHaveURL(new RegExp(`tenant_id=${kestrel.id}`))
  await filters.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Draft' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No content sets match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Draft' }).click()
  await expect(rows).toHaveText([`${word} resilience`])
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL(addressOf(platform.host, '/admin/content-sets?sort=title.desc'))
})

test('an admin begins sets and versions and deletes them; an auditor reads', async ({
  page,
  db,
}) => {
  await test.step('an organisation without a content set is told what belongs there and led on', async () => {
    const tenant = await aTenant(db)
    const admin = await aUser(db, { tenant, roles: ['admin'] })
    await enter(page, admin, '/admin/content-sets')
    await expect(page.getByText('No content sets yet')).toBeVisible()
    await page.getByRole('link', { name: 'Create content set' }).first().click()
    await page.getByRole('button', { name: 'Create content set' }).click()
    await expect(page.getByText('1 field needs attention')).toBeVisible()
    await page.getByRole('textbox', { name: 'Title' }).fill('Good care')
    await page.getByRole('button', { name: 'Create content set' }).click()
    await expect(page).toHaveURL(/\/admin\/content-sets\/\d+/)
  })

  await test.step('an admin sees the own organisation’s sets, begins a new version and deletes it again', async () => {
    const tenant = await aTenant(db)
    const admin = await aUser(db, { tenant, roles: ['admin'] })
    await aContentSet(db, { tenant, file: named('Good care') })
    await enter(page, admin, '/admin/content-sets')
    await expect(page.getByRole('rowheader')).toHaveText(['Good care'])
    await expect(page.getByText('Template')).toHaveCount(0)
    await page.getByRole('button', { name: 'Actions for Good care, version 1' }).click()
    await page.getByRole('menuitem', { name: 'Make a new version' }).click()
    await expect(page).toHaveURL(/\/admin\/content-sets\/\d+/)
    await page.goBack()
    await expect(page.getByRole('rowheader')).toHaveCount(2)
    await page.getByRole('button', { name: 'Actions for Good care, version 2' }).click()
    await page.getByRole('menuitem', { name: 'Delete draft' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete this draft?' })
    await expect(dialog).toContainText('Published versions stay.')
    await dialog.getByRole('button', { name: 'Delete draft' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('rowheader')).toHaveCount(1)
  })

  await test.step('an auditor reads content sets and begins none', async () => {
    const tenant = await aTenant(db)
    const platform = await theTenant(db, 'admin')
    const auditor = await aUser(db, { tenant: platform, roles: ['auditor'] })
    await db
      .insertInto('tenant_auditors')
      .values({ tenant_id: platform.id, auditor_id: auditor.id, organisation_id: tenant.id })
      .execute()
    await aContentSet(db, { tenant, file: named('Good care') })
    await enter(page, auditor, '/admin/content-sets')
    await expect(page.getByRole('rowheader')).toHaveText(['Good care'])
    await expect(page.getByRole('link', { name: 'Create content set' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Actions for Good care, version 1' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Open',
      'Preview the report',
      'Export as workbook (XLSX)',
      'Export as JSON',
    ])
  })
})
