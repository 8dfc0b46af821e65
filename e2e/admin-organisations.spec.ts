import { randomInt } from 'node:crypto'
import { aTenant } from 'api/testing/factories'
import { aGod, addressOf, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('organisations are filtered by name and sorted', async ({ page, db }) => {
  const word = `Zephyr${randomInt(1e9)}`
  for (const name of ['Näht', 'West']) await aTenant(db, { name: `${word} ${name}` })
  await enter(page, await aGod(db), '/admin/applications')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Organisations')
  const filter = page.getByRole('searchbox', { name: 'Name' })
  const rows = page.getByRole('rowheader')
  await filter.fill(`${word.toLowerCase()} na`)
  await expect(rows).toHaveText([`${word} Näht`])
  await expect(page).toHaveURL(new RegExp(`\\?name=${word.toLowerCase()}\\+na$`))
  await filter.fill('nowhere at all')
  await expect(page.getByText('No organisations match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(addressOf('admin.localhost', '/admin/applications'))
  await expect(rows.nth(1)).toBeVisible()
  await go(page, `/admin/applications?name=${word}&sort=name.desc`)
  await expect(rows).toHaveText([/West/, /Näht/])
})

test('Show more adds organisations and works with the keyboard', async ({ page, db }) => {
  const word = `Quillon${randomInt(1e9)}`
  const names = Array.from({ length: 25 }, (_, n) => `${word} ${String(n).padStart(2, '0')}`)
  for (const name of names) await aTenant(db, { name })
  await enter(page, await aGod(db), `/admin/applications?name=${word}`)
  const rows = page.getByRole('rowheader')
  const status = page.getByRole('status').filter({ hasText: 'organisations' })
  const more = page.getByRole('button', { name: 'Show more' })
  await expect(rows).toHaveText(names.slice(0, 10))
  await expect(status).toHaveText('10 of 25 organisations')
  await expectGoodLooks(page, 'organisations-more')
  await more.press('Enter')
  await expect(rows).toHaveText(names.slice(0, 20))
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveText(names)
  await expect(status).toHaveText('25 of 25 organisations')
  await expect(status).toBeFocused()
  await expect(more).toBeHidden()
  await page.goto(`${page.url()}&sort=name.desc`)
  await expect(rows).toHaveText(names.toReversed().slice(0, 10))
})
