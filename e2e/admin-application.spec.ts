import { aTenant, aUser } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'

test(
  'a company admin comes from Application to the invitations and the users of the organisation, and back',
  { tag: '@once' },
  async ({ page, db }) => {
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
  },
)
