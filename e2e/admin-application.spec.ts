import { aTenant, aUser } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'

test('the tabs of an organisation lead to its invitations and users, and count them', async ({
  page,
  db,
}) => {
  await test.step('a company admin comes from Application to the invitations and the users of the organisation, and back', async () => {
    const tenant = await aTenant(db, { name: 'Alder Homes' })
    await enter(page, await aUser(db, { tenant, roles: ['admin'] }), '/admin/organisation')
    const tabs = page.getByRole('navigation', { name: 'Alder Homes' })
    const sidebar = page.getByRole('navigation', { name: 'Admin area' })
    const here = sidebar.getByRole('link', { name: 'Application' })
    await expect(tabs.getByRole('link')).toHaveText(['Main', 'Invites0', 'Users1'])
    for (const tab of ['Invites', 'Users']) {
      await tabs.getByRole('link', { name: tab }).click()
      await expect(page).toHaveURL(
        new RegExp(`/admin/applications/${tenant.id}/${tab.toLowerCase()}`),
      )
      await expect(here).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText(
        'ApplicationAlder Homes',
      )
    }
    await tabs.getByRole('link', { name: 'Main' }).click()
    await expect(page).toHaveURL(/\/admin\/organisation$/)
    await expect(page).toHaveTitle(/^Application/)
  })

  await test.step('the tabs of an organisation count whom it has and has invited, also after a change', async () => {
    const tenant = await aTenant(db)
    const admin = await aUser(db, { tenant, name: 'Ada Admin', roles: ['admin'] })
    await aUser(db, { tenant, name: 'Ben Brown' })
    await enter(page, admin, `/admin/applications/${tenant.id}/invites`)
    await page.getByRole('button', { name: 'Invite users' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Email addresses' }).fill('cleo.castell@example.org')
    await dialog.getByRole('button', { name: /^Send/ }).click()
    await expect(page.getByRole('link', { name: 'Invites 1' })).toBeVisible()
    await page.getByRole('link', { name: 'Users 2' }).click()
    await page.getByRole('checkbox', { name: 'Choose Ben Brown' }).check()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove 1 person' }).click()
    await expect(page.getByRole('link', { name: 'Users 1' })).toBeVisible()
  })
})
