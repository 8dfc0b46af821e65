import { aTenant, aUser, theTenant } from 'api/testing/factories'
import type { Db } from 'api/db/driver'
import { addressOf, enter, expect, test } from './fixtures.ts'

/** An admin of a new organisation with so many people. */
async function anAdminOf(db: Db, people: number) {
  const tenant = await aTenant(db)
  const admin = await aUser(db, { tenant, name: 'Ada Admin', roles: ['admin'] })
  for (let i = 1; i < people; i += 1) await aUser(db, { tenant, name: `Person ${10 + i}` })
  return admin
}

async function aGod(db: Db) {
  return await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['god-admin'] })
}

test('a list keeps its filters, its page and its sorting in the address', async ({ page, db }) => {
  await test.step('Back goes from page 2 to page 1, and letters typed into a filter are no steps', async () => {
    await enter(page, await anAdminOf(db, 13), '/admin/users')
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(page.getByText('11 to 13 of 13')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('1 to 10 of 13')).toBeVisible()
    await page
      .getByRole('searchbox', { name: 'Name' })
      .pressSequentially('person 2', { delay: 350 })
    await expect(page).toHaveURL(/name=person/)
    await page.getByRole('button', { name: 'Role', exact: true }).first().click()
    await page.getByRole('menuitemcheckbox', { name: 'User' }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/roles=/)
    await page.goBack()
    await expect(page).not.toHaveURL(/roles=/)
    await expect(page).toHaveURL(/name=person/)
  })

  await test.step('what nobody sees of a text that is pasted or stands in an address keeps nothing from being found', async () => {
    const admin = await anAdminOf(db, 13)
    // A mark that turns the direction of writing, as some programs copy it along.
    await enter(page, admin, '/admin/users?name=%E2%80%AAPerson')
    await expect(page.getByText('1 to 10 of 12')).toBeVisible()
    const name = page.getByRole('searchbox', { name: 'Name' })
    await name.fill('\u202aPerson\t21')
    await expect(page.getByText('1 to 1 of 1')).toBeVisible()
    await expect(name).toHaveValue('Person 21')
    await expect(page.getByText('Illegal query parameters detected')).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('\u202aPerson\t21')
    await expect(page.getByRole('option', { name: 'Person 21' })).toBeVisible()
  })

  await test.step('a page beyond the last one says so, and how many there are in all', async () => {
    await enter(page, await anAdminOf(db, 13), '/admin/users?page=99')
    await expect(page.getByText('The list ends before this page')).toBeVisible()
    await expect(page.getByText('13 in all')).toBeVisible()
    await page.getByRole('button', { name: 'Previous page' }).click()
    await expect(page.getByText('11 to 13 of 13')).toBeVisible()
  })

  await test.step('an empty text and one that looks like something else are texts to look for', async () => {
    await enter(page, await anAdminOf(db, 3), '/admin/users?name=&email=')
    await expect(page.getByRole('rowheader', { name: 'Person 12' })).toBeVisible()
    await expect(page.getByText('Illegal query parameters detected')).toHaveCount(0)
    for (const name of ['true', '2026', 'null']) {
      await page.goto(page.url().replace(/name=[^&]*/, `name=${name}`))
      await expect(page.getByRole('searchbox', { name: 'Name' })).toHaveValue(name)
      await expect(page.getByText('Illegal query parameters detected')).toHaveCount(0)
    }
    await page.goto(page.url().replace(/\?.*/, '?limit=&roles='))
    await expect(page.getByText('Illegal query parameters detected')).toBeVisible()
  })

  await test.step('a list says by which column it is sorted while that one is hidden', async () => {
    const admin = await aUser(db, { tenant: await aTenant(db), roles: ['admin'] })
    await enter(page, admin, '/admin/users?sort=email.desc')
    const words = page.getByText('Sorted by Email, descending')
    await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible()
    await expect(words).toBeHidden()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Email' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader', { name: 'Email' })).toBeHidden()
    await expect(words).toBeVisible()
  })
})

test('a list is used by keyboard', async ({ page, db }) => {
  await test.step('what is taken away by keyboard leaves the focus at the next sensible place', async () => {
    await enter(page, await anAdminOf(db, 2), '/admin/users?roles=["admin","user"]&limit=ten')
    await page.getByRole('button', { name: 'Clear Invalid Parameters' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByRole('button', { name: 'Remove Admin' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Remove User' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Role', exact: true })).toBeFocused()
  })

  await test.step('/ goes to the filter of a list and ? shows the shortcuts, unless they are off', async () => {
    await enter(page, await anAdminOf(db, 2), '/admin/users')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('/')
    const filter = page.getByRole('searchbox', { name: 'Name' })
    await expect(filter).toBeFocused()
    await filter.press('?')
    await expect(filter).toHaveValue('?')
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toContainText('Filter the list')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('switch', { name: 'Keyboard shortcuts' }).uncheck()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('no row moves while rows are chosen; what is done leaves the focus at the heading', async () => {
    await enter(page, await anAdminOf(db, 4), '/admin/users')
    const last = page.getByRole('checkbox', { name: 'Choose Person 13' })
    await expect(last).toBeVisible()
    await page.evaluate('document.fonts.ready')
    const before = await last.boundingBox()
    await page.getByRole('checkbox', { name: 'Choose Person 11' }).press('Space')
    const chosen = page.getByRole('group', { name: 'Chosen rows' })
    await expect(chosen).toBeVisible()
    expect(await last.boundingBox()).toEqual(before)
    await chosen.getByRole('button', { name: 'Deactivate' }).press('Enter')
    await expect(page.getByText('1 person deactivated', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await last.press('Space')
    await chosen.getByRole('button', { name: 'Send invitation again' }).press('Enter')
    await page.getByRole('button', { name: 'Send to 1 person' }).press('Enter')
    await expect(chosen).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('a double click on what ends a question asks the server once', async () => {
    await enter(page, await anAdminOf(db, 2), '/admin/users')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
    })
    await page.getByRole('checkbox', { name: 'Choose Person 11' }).press('Space')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('button', { name: 'Remove 1 person' }).dblclick()
    await expect(page.getByText('1 person removed', { exact: true })).toBeVisible()
    expect(asked.filter((path) => path.startsWith('/api/users'))).toHaveLength(1)
  })
})

test('other invalid search values silently fall back to defaults, and so do those that no list knows', async ({
  page,
  db,
}) => {
  const { id } = await aTenant(db)
  const wrong =
    'sort=size.asc&page=0&limit=x&status=z&utm_source=mail&roles=12&year=soon&view=x&state=q'
  const { host } = await theTenant(db, 'admin')
  await enter(page, await aGod(db), '/admin')
  for (const [path, heading] of [
    ['applications', 'Organisations'],
    [`applications/${id}/users`, /./],
    [`applications/${id}/invites`, /./],
    ['admin-users', 'Access'],
    ['admin-invites', 'Invites'],
    ['content-sets', 'Content sets'],
    ['participation', 'Participation'],
    ['audit', 'Audit log'],
    ['settings/terms', 'Terms'],
    ['', 'Dashboard'],
  ] as const) {
    await page.goto(addressOf(host, `/admin/${path}?${wrong}`.replace('/?', '?')))
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByText('Something went wrong!')).toHaveCount(0)
    await expect(page.getByText('Illegal query parameters detected')).toHaveCount(0)
  }
})

test('on a slow line a filter stays, with what is typed into it', async ({ page, db }) => {
  await enter(page, await anAdminOf(db, 13), '/admin/users')
  const filter = page.getByRole('searchbox', { name: 'Name' })
  await expect(filter).toBeVisible()
  await page.route('**/api/users?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await route.continue()
  })
  await filter.pressSequentially('person')
  await expect(page).toHaveURL(/name=person/)
  // Longer than the second after which a page that loads is replaced.
  await page.waitForTimeout(1_500)
  await expect(page.getByText('1 to 10 of 13')).toBeVisible()
  await page.keyboard.type(' 21')
  await expect(filter).toHaveValue('person 21')
  await expect(page.getByRole('rowheader')).toHaveText(['Person 21'], { timeout: 15_000 })
  await expect(filter).toBeFocused()
})
