import { aGod, addressOf, anAdmin, enter, expect, savedFile, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('an admin filters, reads and downloads the audit log', async ({ page, db }) => {
  const admin = await anAdmin(db, { name: 'Kestrel Admin' })
  const tenant_id = admin.tenantId
  const sent = {
    tenant_id,
    action: 'invitation.sent',
    actor_id: admin.id,
    at: '2026-03-01T10:00:00Z',
    details: JSON.stringify({ roles: 'user' }),
  }
  const delayed = {
    tenant_id,
    action: 'virus_scan.delayed',
    at: '2026-03-05T09:00:00Z',
    details: JSON.stringify({ files: 2, since: '2026-03-05T09:41:07.123Z' }),
  }
  const subject = `user ${admin.id}`
  const created = { tenant_id, action: 'user.created', subject, at: '2026-03-05T10:00:00Z' }
  await db.insertInto('audit_events').values([sent, delayed, created]).execute()
  await enter(page, admin, '/admin/audit?from=2026-03-01&to=2026-03-31')
  const rows = page.getByRole('rowheader')
  await expect(rows).toHaveText([/User created/, /^Virus check/, /Invitation sent/])
  const row = (event: string) => page.getByRole('row').filter({ hasText: event })
  await expect(row('User created')).toContainText('Command line')
  await expect(row('Virus check')).toContainText('Waymark')
  await page.getByText('Invitation sent').click()
  await expect(page.getByText('Roles', { exact: true })).toBeVisible()
  await expect(page.getByText('invitation.sent', { exact: true })).toBeVisible()
  await page.getByText('User created').click()
  await expect(page.getByText('user.created', { exact: true })).toBeVisible()
  await page.getByText('Virus check for attachments delayed').click()
  await expect(page.getByText('5 Mar 2026, 09:41', { exact: true })).toBeVisible()
  await expectGoodLooks(page, 'admin-audit')
  const search = page.getByLabel('User or event')
  await search.fill('virus_scan')
  await expect(rows).toHaveText([/^Virus check/])
  await search.fill('')
  await page.getByLabel('From', { exact: true }).fill('2026-03-02')
  await expect(rows).toHaveText([/User created/, /^Virus check/])
  await expect(page).toHaveURL(/from=2026-03-02/)
  await page.getByRole('button', { name: 'Download list' }).click()
  const csv = page.getByRole('menuitem', { name: 'CSV' })
  const file = await savedFile(page, () => csv.click())
  expect(file.name).toBe('audit-log.csv')
  expect(file.bytes.toString()).toContain('User created')
  const { id: actor_id } = await aGod(db)
  const founded = { tenant_id, action: 'organisation.created', actor_id, at: created.at }
  await db.insertInto('audit_events').values(founded).execute()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const news = page.getByRole('region', { name: 'Recent activity' })
  await expect(news.getByRole('region', { name: 'Today' })).toContainText(
    /Kestrel AdminAudit log downloaded/,
  )
  const earlier = news.getByRole('region').filter({ hasText: 'Command line' })
  await expect(earlier.getByRole('listitem').filter({ hasText: 'User created' })).toContainText(
    'User created: Kestrel Admin',
  )
  const unnamed = news.getByRole('region').filter({ hasText: 'Platform user or removed user' })
  await expect(
    unnamed.getByRole('listitem').filter({ hasText: 'Organisation created' }),
  ).toBeVisible()
  await expect(news).not.toContainText('Not signed in')
  await page.goto(addressOf(admin.host, '/admin/audit?from=1999-99-99&page=none'))
  await expect(rows.filter({ hasText: 'User created' })).toBeVisible()
})

test('an admin finds a sent email with the mail server’s answer', async ({ page, db }) => {
  const admin = await anAdmin(db)
  const mailTo = (recipient: string, subject: string, response: string | null) => ({
    tenant_id: admin.tenantId,
    message_id: crypto.randomUUID(),
    recipient,
    subject,
    response,
    status: 'sent' as const,
    sent_at: new Date().toISOString(),
    text: '',
    html: '',
  })
  const answer = '250 2.0.0 OK 1732796412 4fb4d7f45d1cf-5cffd9d8a5asi1203412a12.7 - gsmtp'
  await db
    .insertInto('mails')
    .values([
      mailTo('ida@example.org', 'Join Kestrel', answer),
      mailTo('ola@example.org', 'Your new password', null),
    ])
    .execute()
  await enter(page, admin, '/admin/audit')
  await page.getByRole('link', { name: 'Sent emails' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sent emails')
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'ola@example.org' })).toContainText('Not recorded')
  await expectGoodLooks(page, 'sent-mails')
  // Its entry in the navigation. The logo, breadcrumbs and heading link to pages above.
  await expect(page.locator('a[aria-current=page]')).toHaveText(['Audit log'])
  const search = page.getByLabel('Search emails')
  await search.fill('kestrel')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('ida@example.org')
  await expect(rows).toContainText(answer)
  await search.fill('nobody')
  await expect(page.getByText('No emails match these filters')).toBeVisible()
})
