import { randomInt } from 'node:crypto'
import { anAuditor } from 'api/testing/certifying'
import { aContentSet, aSmallSet, aTenant, theTenant } from 'api/testing/factories'
import { aGod, addressOf, anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectLeavingAsks } from './leaving.ts'
import { expectPendingUntilNextPage } from './pending.ts'

const named = (title: string) => ({ ...aSmallSet(), title })

test('a god-admin filters and sorts content sets by address', async ({ page, db }) => {
  const word = `Zephyr${randomInt(1e9)}`
  const kestrel = await aTenant(db, { name: `Kestrel ${word}` })
  const linden = await aTenant(db, { name: `Linden ${word}` })
  const platform = await theTenant(db, 'admin')
  await aContentSet(db, { tenant: kestrel, file: named(`${word} resilience`) })
  await aContentSet(db, { tenant: linden, file: named(`${word} safety`) })
  await aContentSet(db, { tenant: platform, file: named(`${word} pattern`) })
  await enter(page, await aGod(db), '/admin/content-sets')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Content sets')
  const rows = page.getByRole('rowheader')
  const filters = page.getByRole('search', { name: 'Filters' })
  const pick = async (filter: string, name: string) => {
    await filters.getByRole('button', { name: filter }).click()
    await page.getByRole('menuitemcheckbox', { name }).click()
  }
  await page.getByRole('searchbox', { name: 'Title' }).fill(word.toLowerCase())
  await expect(rows).toHaveText([`${word} pattern`, `${word} resilience`, `${word} safety`])
  await expect(page.getByRole('row', { name: `${word} pattern` })).toContainText('Template')
  await page.getByRole('columnheader').getByRole('button', { name: 'Title' }).click()
  await expect(rows).toHaveText([/safety/, /resilience/, /pattern/])
  await expect(page).toHaveURL(/sort=title\.desc/)
  await pick('Organisation', `Kestrel ${word}`)
  await expect(rows).toHaveText([`${word} resilience`])
  await expect(page).toHaveURL(new RegExp(`tenant_id=${kestrel.id}`))
  await pick('Status', 'Draft')
  await page.keyboard.press('Escape')
  await expect(page.getByText('No content sets match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Draft' }).click()
  await expect(rows).toHaveText([`${word} resilience`])
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL(addressOf(platform.host, '/admin/content-sets?sort=title.desc'))
})

test('an admin creates and deletes drafts, and an auditor reads', async ({ page, db }) => {
  const tenant = await aTenant(db)
  await enter(page, await anAdmin(db, { tenant }), '/admin/content-sets')
  await expect(page.getByText('No content sets yet')).toBeVisible()
  const create = page.getByRole('button', { name: 'Create content set' })
  await page.getByRole('link', { name: 'Create content set' }).first().click()
  await create.click()
  await expect(page.getByText('1 field needs attention')).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('Better care')
  await expectLeavingAsks(page, 'the new content set')
  const draft = /\/api\/content-sets\/\d+$/
  await expectPendingUntilNextPage(page, () => create.click(), draft)
  await expect(page).toHaveURL(/\/admin\/content-sets\/\d+/)

  const rows = page.getByRole('rowheader')
  const actionsFor = (version: number) =>
    page.getByRole('button', { name: `Actions for Good care, version ${version}` })
  await aContentSet(db, { tenant, file: named('Good care') })
  await go(page, '/admin/content-sets')
  await expect(rows).toHaveText(['Better care', 'Good care'])
  await expect(page.getByRole('row', { name: 'Good care' })).toContainText('In force')
  await expect(page.getByText('Template')).toBeHidden()
  await actionsFor(1).click()
  await page.getByRole('menuitem', { name: 'Create new version' }).click()
  await expect(page).toHaveURL(/\/admin\/content-sets\/\d+/)
  await page.goBack()
  await expect(rows).toHaveCount(3)
  await actionsFor(2).click()
  await page.getByRole('menuitem', { name: 'Delete draft' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this draft?' })
  await expect(dialog).toContainText('Published versions don’t change.')
  await dialog.getByRole('button', { name: 'Delete draft' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows).toHaveCount(2)

  await enter(page, await anAuditor(db, tenant), '/admin/content-sets')
  await expect(rows).toHaveText(['Better care', 'Good care'])
  await expect(page.getByRole('link', { name: 'Create content set' })).toBeHidden()
  await actionsFor(1).click()
  const items = ['Open', 'Preview report', 'Export as workbook (XLSX)', 'Export as JSON']
  await expect(page.getByRole('menuitem')).toHaveText(items)
})
