import { readFile } from 'node:fs/promises'
import type { Db } from 'api/db/driver'
import { aCertification } from 'api/testing/certifying'
import {
  THIS_YEAR,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { addressOf, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

/** An organisation with one who has not begun, one under way, one who is done; its admin has not begun either. */
async function aWorkingOrganisation(db: Db) {
  const tenant = await aTenant(db)
  const file = aSmallSet(2)
  const contentSetId = await aContentSet(db, { tenant, file })
  const admin = await aUser(db, { tenant, roles: ['admin'], name: 'Quinn Admin' })
  await aUser(db, { tenant, name: 'Nora Notyet' })
  const begun = await aUser(db, { tenant, name: 'Bea Begun' })
  const answered = file.elements.slice(0, 1).map(({ key }) => key)
  await anAssessment(db, { user: begun, contentSetId, answered })
  const done = await aUser(db, { tenant, name: 'Dan Done' })
  await anAssessment(db, { user: done, contentSetId })
  return { tenant, admin, begun, contentSetId }
}

test('a figure of the dashboard leads to the people it is made of, and from there to what they have answered', async ({
  page,
  db,
}) => {
  const { tenant, admin, begun, contentSetId } = await aWorkingOrganisation(db)
  await enter(page, admin, '/admin')
  await page.getByRole('link', { name: `Not started, ${THIS_YEAR}: 2` }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/participation\\?year=${THIS_YEAR}&state=`))
  await expect(page).toHaveTitle(/^Participation/)
  await expect(page.getByRole('rowheader')).toHaveText(['Nora Notyet', 'Quinn Admin'])
  await page.getByRole('button', { name: 'Remove Not started' }).click()
  await expect(page.getByRole('rowheader')).toHaveText([
    'Bea Begun',
    'Dan Done',
    'Nora Notyet',
    'Quinn Admin',
  ])
  await expect(page.getByRole('row', { name: /Bea Begun/ })).toContainText('2 of 4')
  await expectGoodLooks(page, 'admin-participation')
  await page.getByRole('link', { name: 'Bea Begun' }).click()
  await expect(page).toHaveURL(
    addressOf(tenant.host, `/admin/users/${begun.id}/assessment/${contentSetId}?year=${THIS_YEAR}`),
  )
})

test('participation is searched, narrowed, cleared and taken as a file', async ({ page, db }) => {
  await test.step('people are found by a part of their name or e-mail, and the address keeps it', async () => {
    const { admin, begun } = await aWorkingOrganisation(db)
    await enter(page, admin, '/admin/participation')
    const field = page.getByRole('searchbox', { name: 'Name or email' })
    await field.fill('BEA b')
    await expect(page.getByRole('rowheader')).toHaveText(['Bea Begun'])
    await expect(page).toHaveURL(/participation\?name=BEA/)
    await field.fill(begun.email.slice(0, 8))
    await expect(page.getByRole('rowheader')).toHaveText(['Bea Begun'])
    await page.reload()
    await expect(page.getByRole('rowheader')).toHaveText(['Bea Begun'])
    await field.fill('nobody at all')
    await expect(page.getByText('No people match these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('rowheader')).toHaveCount(4)
  })

  await test.step('the list is narrowed, found empty, cleared and taken as a file, and what the address cannot mean falls away', async () => {
    const { tenant, admin } = await aWorkingOrganisation(db)
    await enter(page, admin, '/admin/participation?state=nonsense&level=99&year=never&title=')
    await expect(page.getByRole('rowheader')).toHaveCount(4)
    await page.getByRole('button', { name: 'State' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Certified' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('No people match these filters')).toBeVisible()
    await expectGoodLooks(page, 'admin-participation-none')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('rowheader')).toHaveCount(4)
    await go(page, addressOf(tenant.host, '/admin/participation?state=in_progress,completed'))
    await expect(page.getByRole('rowheader')).toHaveText(['Bea Begun', 'Dan Done'])
    await page.getByRole('button', { name: 'Download the list' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('In progress,2,4')
  })
})

test('the certificates that end lead to their holders, of whatever year, and from there to the certificate', async ({
  page,
  db,
}) => {
  const { admin, begun, contentSetId, tenant } = await aWorkingOrganisation(db)
  const other = await aUser(db, { tenant, name: 'Cara Certified' })
  await aCertification(db, { user: begun, contentSetId, daysLeft: 20, year: THIS_YEAR - 1 })
  await aCertification(db, { user: other, contentSetId, daysLeft: 30 })
  await enter(page, admin, '/admin')
  await page.getByRole('link', { name: /^Open: 2 certificates expire/ }).click()
  await expect(page).toHaveURL(/\/admin\/participation\?certificate=expiring$/)
  await expect(page.getByRole('rowheader')).toHaveText(['Bea Begun', 'Cara Certified'])
  await expect(page.getByRole('button', { name: 'Remove Expires within 90 days' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Bea Begun/ })).toContainText(String(THIS_YEAR - 1))
  await expectGoodLooks(page, 'admin-participation-certificates')
  await page.getByRole('link', { name: 'Bea Begun' }).click()
  await expect(page.getByText('Expires soon')).toBeVisible()
})
