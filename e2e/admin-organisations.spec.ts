import { randomInt } from 'node:crypto'
import { addressOf, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aTenant, aUser, theTenant } from 'api/testing/factories'

test('organisations are found, sorted and shown more of', async ({ page, db }) => {
  await test.step('organisations are found by name, sorted by domain, and the address says so', async () => {
    const word = `Zephyr${randomInt(1e9)}`
    const platform = await theTenant(db, 'admin')
    const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
    await aTenant(db, { name: `${word} Näht` })
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
    await expect(page.getByRole('rowheader').nth(1)).toBeVisible()
    await page.goto(addressOf(platform.host, `/admin/applications?name=${word}&sort=name.desc`))
    await expect(page.getByRole('rowheader')).toHaveText([/West/, /Näht/])
  })

  await test.step('more organisations than a page holds are shown on demand, with the keyboard alone', async () => {
    const word = `Quillon${randomInt(1e9)}`
    const god = await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['god-admin'] })
    const names = Array.from({ length: 25 }, (_, n) => `${word} ${String(n).padStart(2, '0')}`)
    for (const name of names) await aTenant(db, { name })
    await enter(page, god, `/admin/applications?name=${word}`)
    const rows = page.getByRole('rowheader')
    await expect(rows).toHaveText(names.slice(0, 10))
    const status = page.getByRole('status').filter({ hasText: 'organisations' })
    await expect(status).toHaveText('10 of 25 organisations')
    await expectGoodLooks(page, 'organisations-more')
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await expect(rows).toHaveText(names.slice(0, 20))
    await expect(page.getByRole('button', { name: 'Show more' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(rows).toHaveText(names)
    await expect(status).toHaveText('25 of 25 organisations')
    await expect(status).toBeFocused()
    await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
    await page.goto(page.url().replace(/$/, '&sort=name.desc'))
    await expect(rows).toHaveText(names.toReversed().slice(0, 10))
  })
})
