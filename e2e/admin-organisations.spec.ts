import { randomInt } from 'node:crypto'
import { addressOf, enter, expect, test } from './fixtures.ts'
import { aTenant, aUser, theTenant } from 'api/testing/factories'

test('organisations are found by name, sorted by domain, and the address says so', async ({
  page,
  db,
}) => {
  const word = `Zephyr${randomInt(1e9)}`
  const platform = await theTenant(db, 'admin')
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
  const one = await aTenant(db, { name: `${word} Näht` })
  await aTenant(db, { name: `${word} West` })
  await enter(page, god, '/admin/applications')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Organisations')
  await page.getByRole('searchbox', { name: 'Name' }).fill(`${word.toLowerCase()} na`)
  await expect(page.getByRole('rowheader')).toHaveText([`${word} Näht`])
  await expect(page).toHaveURL(new RegExp(`\\?name=${word.toLowerCase()}\\+na$`))
  await page.getByRole('searchbox', { name: 'Name' }).fill('nowhere at all')
  await expect(page.getByText('No organisations match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(addressOf(platform.host, '/admin/applications'))
  await expect(page.getByRole('row', { name: one.domain })).toBeVisible()
  await page.goto(addressOf(platform.host, `/admin/applications?name=${word}&sort=name.desc`))
  await expect(page.getByRole('rowheader')).toHaveText([/West/, /Näht/])
})
