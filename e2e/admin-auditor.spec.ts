import { anAuditor } from 'api/testing/certifying'
import { THIS_YEAR, aConnection, aTenant, aUser, theTenant } from 'api/testing/factories'
import { enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('an auditor reads the assigned organisations and can’t change them', async ({ page, db }) => {
  const [own, foreign] = [await aTenant(db, { name: 'Seen' }), await aTenant(db)]
  await aConnection(db, own, { domain: 'seen.example' })
  await aUser(db, { tenant: own, name: 'Dora Dahl' })
  const auditor = await anAuditor(db, own)
  await enter(page, auditor, '/admin')
  await expect(page.getByRole('link', { name: /^Organisations\s*1/ })).toBeVisible()
  const empty = page.getByRole('heading', { name: `No levels for ${THIS_YEAR} yet` })
  await expect(empty).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent activity' })).toBeHidden()
  await expect(page.getByText('Invitations', { exact: true })).toBeHidden()
  await go(page, '/admin/users')
  await expect(page.getByRole('rowheader')).toHaveText(['Dora Dahl'])
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions for Dora Dahl' }).click()
  const items = ['View user', 'View results', 'View certifications']
  await expect(page.getByRole('menuitem')).toHaveText(items)
  await page.getByRole('menuitem', { name: 'View user' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'Dora Dahl' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await go(page, `/admin/applications/${own.id}/invites`)
  await expect(page.getByText('No invitations')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite users' })).toBeHidden()
  await go(page, '/admin/applications')
  const seen = page.getByRole('link', { name: 'Seen' })
  await expect(seen).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create organisation' })).toBeHidden()
  await seen.click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeDisabled()
  await expect(page.getByText('seen.example').first()).toBeVisible()
  const actions = page.getByRole('button', {
    name: /Save|Suspend|Add connection|Actions for|Choose/,
  })
  await expect(actions).toHaveCount(0)
  const stranger = await aUser(db, { tenant: foreign })
  for (const path of [
    `applications/${foreign.id}/main`,
    ...[stranger.id, 'nobody', 'create'].map((id) => `users/${id}`),
  ]) {
    await go(page, `/admin/${path}`)
    await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
  }

  const heading = page.getByRole('heading', { level: 1 })
  const name = page.getByRole('textbox', { name: 'Name' })
  const choice = page.getByRole('combobox', { name: 'Organisation' })
  const sidebar = page.getByRole('navigation', { name: 'Admin area' })
  const current = sidebar.locator('[aria-current=page]')
  // Only the page itself has the other name, which the specification gives it.
  await sidebar.getByRole('link', { name: 'Organisation', exact: true }).click()
  await expect(heading).toHaveText('Application')
  await expect(name).toHaveValue('Seen')
  await expect(choice).toBeHidden()
  const second = await aTenant(db, { name: 'Also Seen' })
  const { id: platformId } = await theTenant(db, 'admin')
  const row = { tenant_id: platformId, organisation_id: second.id, auditor_id: auditor.id }
  await db.insertInto('tenant_auditors').values(row).execute()
  await go(page, `/admin/organisation?tenant_id=${own.id}`)
  await expect(page).toHaveTitle(/^Application/)
  await expect(name).toHaveValue('Seen')
  await choice.selectOption('Also Seen')
  const tabs = page.getByRole('navigation', { name: 'Also Seen' })
  await expect(page).toHaveURL(new RegExp(`tenant_id=${second.id}$`))
  await expect(heading).toHaveText('Application')
  await expect(name).toHaveValue('Also Seen')
  await expect(name).toBeDisabled()
  await expect(tabs.getByRole('link', { name: 'Main' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('No connections')).toBeVisible()
  await expect(actions).toHaveCount(0)
  await expect(current).toHaveText('Organisation')
  await expectGoodLooks(page, 'organisation-of-auditor')
  await tabs.getByRole('link', { name: 'Users' }).click()
  await expect(heading).toHaveText('Also Seen')
  await expect(current).toHaveText('Organisations')
  await go(page, `/admin/organisation?tenant_id=${foreign.id}`)
  await expect(name).toHaveValue('Also Seen')
})
