import { aTenant, aUser } from 'api/testing/factories'
import { anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a list keeps its state in the address, and typed text while it loads', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  for (let n = 11; n < 23; n += 1) await aUser(db, { tenant, name: `Person ${n}` })
  const nameFilter = page.getByRole('searchbox', { name: 'Name' })
  await enter(page, await anAdmin(db, { tenant, name: 'Ada Admin' }), '/admin/users')
  const illegal = page.getByText('Illegal query parameters detected')
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByText('11 to 13 of 13')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('1 to 10 of 13')).toBeVisible()
  // Typing adds no steps to the history.
  for (const [typed, all] of [
    ['per', /name=per$/],
    ['son', /name=person$/],
  ] as const) {
    await nameFilter.pressSequentially(typed)
    await expect(page).toHaveURL(all)
  }
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
  await nameFilter.fill('\u202aPerson\t21')
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await expect(nameFilter).toHaveValue('Person 21')
  await expect(illegal).toBeHidden()

  await go(page, '/admin/users?name=&email=')
  await expect(page.getByRole('rowheader', { name: 'Person 12' })).toBeVisible()
  await expect(illegal).toBeHidden()
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

  await page.clock.install()
  await go(page, '/admin/users')
  const rows = page.getByRole('rowheader')
  await expect(page.getByText('1 to 10 of 13')).toBeVisible()
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/users?*', async (route) => {
    await gate.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/\/api\/users\?.*name=person/)
  await nameFilter.pressSequentially('person')
  await asked
  // A page that loads for a second is replaced, but not a list.
  await page.clock.runFor(1_500)
  await expect(page.getByText('1 to 10 of 13')).toBeVisible()
  await page.keyboard.type(' 21')
  await expect(nameFilter).toHaveValue('person 21')
  gate.resolve()
  await expect(rows).toHaveText(['Person 21'])
  await expect(nameFilter).toBeFocused()
})

test('a list that takes too long says how to narrow it down, and its filters do', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  await aUser(db, { tenant, name: 'Lea Found' })
  const admin = await anAdmin(db, { tenant })
  await enter(page, admin, '/admin')
  const message = 'This list takes too long. Narrow it down by name, email address or role.'
  let isSlow = true
  await page.route(/\/api\/users(?!.*name=)/, async (route) => {
    if (!isSlow) return await route.continue()
    const body = { code: 'list-too-slow', message, request_id: 'slow' }
    await route.fulfill({ status: 503, json: body })
  })
  await go(page, '/admin/users')
  await expect(page.getByRole('alert').getByText(message)).toBeVisible()
  await expectGoodLooks(page, 'list-too-slow')
  const nameFilter = page.getByRole('searchbox', { name: 'Name' })
  await nameFilter.fill('found')
  await expect(page.getByRole('rowheader')).toHaveText(['Lea Found'])
  // The message of the first visit is shown while the list loads again.
  const refused = page.waitForResponse((response) => response.status() === 503)
  await nameFilter.fill('')
  await refused
  await expect(page.getByText(message)).toBeVisible()
  isSlow = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('1 to 2 of 2')).toBeVisible()
})

test('the finder and the dashboard say what to do when they take too long, and don’t ask again', async ({
  page,
  db,
}) => {
  await enter(page, await anAdmin(db), '/admin/users')
  const calls: string[] = []
  await page.route(/\/api\/(find|dashboard)/, async (route) => {
    const what = route.request().url().includes('/find') ? 'This search' : 'The dashboard'
    calls.push(what)
    const message = `${what} takes too long. Open a list instead, and narrow it down.`
    await route.fulfill({
      status: 503,
      json: { code: 'takes-too-long', message, request_id: 'slow' },
    })
  })
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('anna')
  const status = page.getByRole('status').filter({ hasText: 'This search takes too long. Open' })
  await expect(status).toBeVisible()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expectGoodLooks(page, 'finder-too-slow')
  await go(page, '/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^The dashboard takes too long\. /,
  )
  await expect(page.getByText('Something went wrong!')).toHaveCount(0)
  await expectGoodLooks(page, 'dashboard-too-slow')
  expect(calls).toEqual(['This search', 'The dashboard'])
})
