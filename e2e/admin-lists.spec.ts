import type { Page } from '@playwright/test'
import type { Db } from 'api/core/context'
import { aTenant, aUser } from 'api/testing/factories'
import { anAdmin, enter, expect, go, test } from './fixtures.ts'

/** An admin of a new organisation with this many users. */
async function anAdminOf(db: Db, users: number) {
  const tenant = await aTenant(db)
  const admin = await anAdmin(db, { tenant, name: 'Ada Admin' })
  for (let i = 1; i < users; i += 1) await aUser(db, { tenant, name: `Person ${10 + i}` })
  return admin
}

const nameFilter = (page: Page) => page.getByRole('searchbox', { name: 'Name' })

test('a list keeps its state in the address, and typed text while it loads', async ({
  page,
  db,
}) => {
  await enter(page, await anAdminOf(db, 13), '/admin/users')
  const illegal = page.getByText('Illegal query parameters detected')
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByText('11 to 13 of 13')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('1 to 10 of 13')).toBeVisible()
  // Typing adds no steps to the history.
  await nameFilter(page).pressSequentially('person 2', { delay: 350 })
  await expect(page).toHaveURL(/name=person/)
  await page.getByRole('button', { name: 'Role', exact: true }).first().click()
  await page.getByRole('menuitemcheckbox', { name: 'User' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/roles=/)
  await page.goBack()
  await expect(page).not.toHaveURL(/roles=/)
  await expect(page).toHaveURL(/name=person/)

  await go(page, '/admin/users?page=99')
  await expect(page.getByText('This page is empty')).toBeVisible()
  await expect(page.getByText('13 in total')).toBeVisible()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.getByText('11 to 13 of 13')).toBeVisible()

  // Some programs copy an invisible mark that turns the direction of writing.
  await go(page, '/admin/users?name=%E2%80%AAPerson')
  await expect(page.getByText('1 to 10 of 12')).toBeVisible()
  await nameFilter(page).fill('\u202aPerson\t21')
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await expect(nameFilter(page)).toHaveValue('Person 21')
  await expect(illegal).toHaveCount(0)

  await go(page, '/admin/users?name=&email=')
  await expect(page.getByRole('rowheader', { name: 'Person 12' })).toBeVisible()
  await expect(illegal).toHaveCount(0)
  await go(page, '/admin/users?limit=&roles=')
  await expect(illegal).toBeVisible()

  await go(page, '/admin/users?sort=email.desc')
  const column = page.getByRole('columnheader', { name: 'Email' })
  const sorted = page.getByText('Sorted by Email, descending')
  await expect(column).toBeVisible()
  await expect(sorted).toBeHidden()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Email' }).click()
  await page.keyboard.press('Escape')
  await expect(column).toBeHidden()
  await expect(sorted).toBeVisible()

  await go(page, '/admin/users')
  await expect(nameFilter(page)).toBeVisible()
  await page.route('**/api/users?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await route.continue()
  })
  await nameFilter(page).pressSequentially('person')
  await expect(page).toHaveURL(/name=person/)
  // A page that loads for a second is replaced.
  await page.waitForTimeout(1_500)
  await expect(page.getByText('1 to 10 of 13')).toBeVisible()
  await page.keyboard.type(' 21')
  await expect(nameFilter(page)).toHaveValue('person 21')
  await expect(page.getByRole('rowheader')).toHaveText(['Person 21'], { timeout: 15_000 })
  await expect(nameFilter(page)).toBeFocused()
})

test('keyboard actions in a list leave the focus at a sensible place', async ({ page, db }) => {
  const heading = page.getByRole('heading', { level: 1 })
  await enter(page, await anAdminOf(db, 4), '/admin/users?roles=["admin","user"]&limit=ten')
  await page.getByRole('button', { name: 'Clear Invalid Parameters' }).press('Enter')
  await expect(heading).toBeFocused()
  await page.getByRole('button', { name: 'Remove Admin' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove User' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Role', exact: true })).toBeFocused()

  const last = page.getByRole('checkbox', { name: 'Select Person 13' })
  await expect(page.getByRole('rowheader')).toHaveCount(4)
  await page.evaluate('document.fonts.ready')
  const before = await last.boundingBox()
  await page.getByRole('checkbox', { name: 'Select Person 11' }).press('Space')
  const chosen = page.getByRole('group', { name: 'Selected rows' })
  await expect(chosen).toBeVisible()
  expect(await last.boundingBox(), 'no row moves').toEqual(before)
  await chosen.getByRole('button', { name: 'Deactivate' }).press('Enter')
  await expect(page.getByText('1 user deactivated', { exact: true })).toBeVisible()
  await expect(heading).toBeFocused()
  await last.press('Space')
  await chosen.getByRole('button', { name: 'Send invitation again' }).press('Enter')
  await page.getByRole('button', { name: 'Send to 1 user' }).press('Enter')
  await expect(chosen).toBeHidden()
  await expect(heading).toBeFocused()

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await last.press('Space')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Remove 1 user' }).dblclick()
  await expect(page.getByText('1 user removed', { exact: true })).toBeVisible()
  expect(sent.filter((path) => path.startsWith('/api/users'))).toHaveLength(1)

  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(nameFilter(page)).toBeFocused()
  await page.keyboard.press('?')
  await expect(nameFilter(page)).toHaveValue('?')
  await heading.focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toContainText('Filter the list')
})
