import { aFailedJob, aTenant } from 'api/testing/factories'
import { aGod, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a god-admin sends a failed email again and discards a failed job', async ({ page, db }) => {
  const { id } = await aTenant(db)
  const recipient = `${crypto.randomUUID()}@example.org`
  const mail = { tenant_id: id, message_id: crypto.randomUUID(), recipient, subject: 'Your report' }
  const failure = { status: 'failed', attempts: 9, last_error: 'The mailbox doesn’t exist.' }
  await db
    .insertInto('mails')
    .values({ ...mail, ...failure, text: 'Ready', html: 'Ready' })
    .execute()
  await aFailedJob(db, id, 'No space left')
  await enter(page, await aGod(db), '/admin/system?status=failed')
  await expect(page.getByText('Works').first()).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(recipient) })
  await expect(row).toContainText('The mailbox doesn’t exist.')
  await expectGoodLooks(page, 'system')
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Send again' }).click()
  await expect(row).toHaveCount(0)
  // At the bottom of the page the message covers the button of the last row.
  const toast = page.getByRole('listitem').filter({ hasText: 'Sending the email again' })
  await toast.getByRole('button').click()
  await expect(toast).toHaveCount(0)

  const job = page.getByRole('row', { name: /No space left/ })
  await job.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard job' }).click()
  await expect(job).toHaveCount(0)
})
