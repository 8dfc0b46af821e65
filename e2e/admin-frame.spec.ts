import { aTenant, aUser, theTenant } from 'api/testing/factories'
import { aGod, addressOf, anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('the sidebar lists the pages that the role may open', async ({ page, db }) => {
  const tenant = await aTenant(db)
  const platform = await theTenant(db, 'admin')
  const common = ['Content sets', 'Dashboard', 'Participation', 'Shared assessments', 'Users']
  const own = ['Organisation', 'Terms of use', 'Audit log']
  const closed = ['/admin/admin-users', '/admin/admin-invites', '/admin/applications/create']
  const nav = page.getByRole('navigation', { name: 'Admin area' })
  const current = nav.getByRole('link', { name: 'Dashboard' })
  const notFound = page.getByRole('heading', { name: 'Oops! Page Not Found' })
  for (const [person, pages, others] of [
    [await anAdmin(db, { tenant }), own, closed],
    // No organisation is assigned to this auditor.
    [
      await aUser(db, { tenant: platform, roles: ['auditor'] }),
      ['Organisations', 'Reviews'],
      ['/admin/audit', '/admin/settings/terms', '/admin/organisation', ...closed],
    ],
  ] as const) {
    await enter(page, person, '/admin')
    await expect(current).toHaveAttribute('aria-current', 'page')
    const names = await nav.getByRole('link').allInnerTexts()
    expect(names.toSorted()).toEqual([...common, ...pages].toSorted())
    for (const path of others) {
      await go(page, path)
      await expect(notFound).toBeVisible()
    }
  }
})

test('a god-admin finds pages, organisations and users with the keyboard', async ({ page, db }) => {
  const tenant = await aTenant(db, { name: 'Quillfeather Trust' })
  for (const name of ['Quillfeather Lead', 'Quillfeather Deputy', 'Cleo Quill'])
    await aUser(db, { tenant, name })
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/find?*', async (route) => {
    if (route.request().url().includes('cleo')) await gate.promise
    await route.continue()
  })
  await enter(page, await aGod(db), '/admin')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Dashboard')
  const names = await page
    .getByRole('navigation', { name: 'Admin area' })
    .getByRole('link')
    .allInnerTexts()
  const all =
    'Access, Audit log, Content sets, Dashboard, Invites, Organisations, Participation, Reviews, System, Terms of use, Users'
  expect(names.toSorted().join(', ')).toBe(all)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find anything' })
  const group = (name: string) => page.getByRole('group', { name })
  const selected = page.getByRole('option', { selected: true })
  const says = (text: string) =>
    expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
  const expectNamed = async (name: string) => {
    await expect(selected).toContainText(name)
    const id = (await selected.getAttribute('id')) ?? '?'
    await expect(field).toHaveAttribute('aria-activedescendant', id)
  }
  await expect(field).toBeFocused()
  await expectNamed('Dashboard')
  await field.fill('quillfeather')
  await expect(group('Organisations')).toContainText('Quillfeather Trust')
  const lead = group('Users').getByRole('option', { name: 'Quillfeather Lead' })
  await expect(lead).toHaveText(/^Quillfeather Lead.+@example\.org, Quillfeather Trust$/)
  await expectGoodLooks(page, 'admin-finder')
  await field.fill('quillfeather de')
  await says('1 result')
  await field.fill('nobody at all')
  await says('No results')
  await field.fill('audit')
  await expectNamed('Audit log')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(addressOf('admin.localhost', '/admin/audit'))
  await page.keyboard.press('Control+k')
  await expect(group('Recently opened')).toContainText('Audit log')
  const first = await selected.innerText()
  await page.keyboard.press('ArrowDown')
  await expect(selected).not.toContainText(first)
  // Enter waits for what is being looked for.
  await field.fill('cleo quill')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Enter')
  gate.resolve()
  await expect(heading).toHaveText('Edit user')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Cleo Quill')
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})
