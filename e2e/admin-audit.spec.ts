import { readFile } from 'node:fs/promises'
import { aTenant, aUser } from 'api/testing/factories'
import { addressOf, enter, expect, test } from './fixtures.ts'

test('the audit log is filtered, opened and taken as a file', async ({ page, db }) => {
  await test.step('an admin filters the log by what and when, opens an entry and takes it as a file', async () => {
    const tenant = await aTenant(db)
    const admin = await aUser(db, { tenant, roles: ['admin'], name: 'Kestrel Admin' })
    await db
      .insertInto('audit_events')
      .values([
        {
          tenant_id: tenant.id,
          action: 'invitation.sent',
          actor_id: admin.id,
          at: '2026-03-01T10:00:00Z',
          details: JSON.stringify({ roles: 'user' }),
        },
        { tenant_id: tenant.id, action: 'user.created', at: '2026-03-05T10:00:00Z' },
      ])
      .execute()
    await enter(page, admin, '/admin/audit?from=2026-03-01&to=2026-03-31')
    await expect(page.getByRole('rowheader')).toHaveText([/User created/, /Invitation sent/])
    await expect(page.getByRole('row', { name: /User created/ })).toContainText('Nobody signed in')
    await page.getByText('Invitation sent').click()
    await expect(page.getByText('Roles', { exact: true })).toBeVisible()
    await page.getByLabel('From', { exact: true }).fill('2026-03-02')
    await expect(page.getByRole('rowheader')).toHaveText([/User created/])
    await expect(page).toHaveURL(/from=2026-03-02/)
    await page.getByRole('button', { name: 'Download the list' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('audit-log.csv')
    expect(await readFile(await download.path(), 'utf8')).toContain('User created')
    await page.goto(addressOf(tenant.host, '/admin/audit?from=1999-99-99&page=none'))
    await expect(page.getByText('Signed in').first()).toBeVisible()
  })

  await test.step('a moment that was recorded with an entry is shown as the other moments are', async () => {
    const tenant = await aTenant(db)
    const admin = await aUser(db, { tenant, roles: ['admin'], name: 'Kestrel Admin' })
    const details = { files: 2, since: '2026-03-05T09:41:07.123Z' }
    await db
      .insertInto('audit_events')
      .values({
        tenant_id: tenant.id,
        action: 'virus_scan.delayed',
        at: '2026-03-05T10:00:00Z',
        details: JSON.stringify(details),
      })
      .execute()
    await enter(page, admin, '/admin/audit?from=2026-03-01&to=2026-03-31')
    await page.getByText('Check of attachments for viruses delayed').click()
    await expect(page.getByText('5 Mar 2026, 09:41', { exact: true })).toBeVisible()
  })
})
