import { aTenant, aUser } from 'api/testing/factories'
import { anAdmin, enter, expect, test } from './fixtures.ts'

test('invitations that were not sent are sent again, or named once withdrawn', async ({
  page,
  db,
}) => {
  const admin = await anAdmin(db)
  await enter(page, admin, `/admin/applications/${admin.tenantId}/invites`)
  await page.getByRole('button', { name: 'Invite users' }).click()
  await page
    .getByRole('textbox', { name: 'Email addresses' })
    .fill('ann@example.org ben@example.org cleo@example.org')
  await page.getByRole('button', { name: 'Send', exact: false }).last().press('Enter')
  await expect(page.getByText('3 invitations sent').first()).toBeVisible()
  const sent: string[] = []
  let isCut = true
  await page.route('**/api/invitations/*/link*', async (route) => {
    sent.push(new URL(route.request().url()).pathname)
    await (isCut && sent.length > 1 ? route.abort() : route.continue())
  })
  const sendAllAgain = async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
    await expect(page.getByText('3 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Send again', exact: true }).press('Enter')
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Send 3 invitations' }).press('Enter')
  }
  await sendAllAgain()
  const question = page.getByRole('alertdialog', { name: 'Send 2 invitations again?' })
  await expect(question).toContainText('2 of 3 failed. We can’t reach Waymark.')
  isCut = false
  await question.getByRole('button', { name: 'Send 2 invitations' }).press('Enter')
  await expect(page.getByText('2 invitations sent again').first()).toBeVisible()
  expect(sent.filter((path) => path === sent[0])).toHaveLength(1)

  await db
    .updateTable('one_time_links')
    .set({ revoked_at: new Date().toISOString() })
    .where('tenant_id', '=', admin.tenantId)
    .where('email', '=', 'ben@example.org')
    .execute()
  await sendAllAgain()
  await expect(page.getByText('Some invitations were not sent', { exact: true })).toBeVisible()
  const failed = page.getByText(
    /1 of 3 failed\. This invitation has already been accepted or withdrawn\./,
  )
  await expect(failed.first()).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveText(['cleo@example.org', 'ann@example.org'])
  await expect(page.getByRole('group', { name: 'Selected rows' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a question stays open until its request has an answer', async ({ page, db }) => {
  const tenant = await aTenant(db)
  await aUser(db, { tenant, name: 'Ben' })
  await enter(page, await anAdmin(db, { tenant }), '/admin/users')
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/users/removals', async (route) => {
    await gate.promise
    await route.abort('internetdisconnected')
  })
  await page.getByRole('checkbox', { name: 'Select Ben' }).press('Space')
  await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Remove 1 user' }).press('Enter')
  const cancel = question.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await cancel.press('Enter')
  await page.mouse.click(5, 5)
  await expect(question).toBeVisible()
  gate.resolve()
  await expect(question.getByText('The users were not removed.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
})
