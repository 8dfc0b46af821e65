import { aContentSet, aSharedAssessment, aSmallSet, aTenant, aUser } from 'api/testing/factories'
import { anAdmin, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { anAddress, linkInMail } from './outbox.ts'

test('an element is assigned to an address, which an admin invites from the bell and which joins', async ({
  page: dora,
  db,
  as,
}) => {
  // Three browsers, one after the other.
  test.slow()
  const tenant = await aTenant(db)
  const file = aSmallSet(2)
  const [first = '', second = ''] = file.elements.map(({ title }) => title)
  const contentSetId = await aContentSet(db, { tenant, file })
  const owner = await aUser(db, { tenant, name: 'Ann Owner' })
  const id = await aSharedAssessment(db, { owner, contentSetId })
  const administrator = await anAdmin(db, { tenant, name: 'Ada Admin' })
  const email = anAddress()

  // Three people in a browser each. The owner assigns with the keyboard only.
  const page = await as(owner)
  await page.getByRole('button', { name: 'Assign elements' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Assign elements' })
  await dialog.getByRole('checkbox').first().press('Space')
  const field = dialog.getByRole('combobox', { name: 'Colleague' })
  await field.pressSequentially('e2e+')
  await expect(dialog.getByText('No active colleague has this name')).toBeVisible()
  await field.fill(email)
  await expect(dialog.getByRole('option')).toContainText(`Ask an admin to invite ${email}`)
  await expectGoodLooks(page, 'assign-to-address')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(email)
  await expect(dialog.getByText('We’ll ask your admins to invite this person.')).toBeVisible()
  await expectGoodLooks(page, 'assign-to-address-chosen')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).press('Enter')
  await expect(page.getByText(`1 element is waiting for ${email}`).first()).toBeVisible()
  const elements = page.getByRole('region', { name: 'Elements' })
  await expect(elements.getByRole('link', { name: first })).toContainText(`Waiting for ${email}`)
  await expectGoodLooks(page, 'overview-waits')
  await page.getByRole('button', { name: 'People' }).click()
  const people = page.getByRole('dialog', { name: 'People in this assessment' })
  await expect(people.getByRole('list', { name: 'Not joined yet' })).toContainText(email)
  await expectGoodLooks(page, 'people-not-joined')
  await page.keyboard.press('Escape')
  await elements.getByRole('link', { name: first }).click()
  await expect(
    page.getByText(
      `${email}, who hasn’t joined yet. You answer the element until this person joins.`,
    ),
  ).toBeVisible()
  await expectGoodLooks(page, 'element-waits')

  const admin = await as(administrator, `/admin/shared-assessments/${id}`)
  const waiting = admin.getByRole('list', { name: 'Not joined yet' })
  await expect(waiting).toContainText('No invitation')
  await expectGoodLooks(admin, 'shared-not-joined')
  await admin.getByRole('button', { name: '1 unread notification' }).click()
  await admin.getByRole('menuitem', { name: `Ann Owner asks you to invite ${email}` }).click()
  const invite = admin.getByRole('dialog', { name: 'Invite users' })
  await expect(invite.getByText(email)).toBeVisible()
  await expectGoodLooks(admin, 'invite-from-bell')
  await invite.getByRole('button', { name: 'Send 1 invitation' }).click()
  await expect(invite).toBeHidden()
  await expect(admin).toHaveURL(/\/admin\/users$/)
  await admin.goBack()
  await expect(waiting).toContainText('Invited')
  await waiting.getByRole('button', { name: 'Choose someone else' }).click()
  await expectGoodLooks(admin, 'choose-someone-else')
  await admin.keyboard.press('Escape')

  const mail = { host: tenant.host, to: email, subject: 'invited', button: 'Accept invitation' }
  await dora.goto(await linkInMail(dora, mail))
  await dora.getByRole('textbox', { name: 'Your name' }).fill('Dora New')
  await dora.getByLabel('Password', { exact: true }).fill('four unrelated words here')
  await dora.getByRole('checkbox', { name: 'I have read and accept' }).check()
  await dora.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(dora.getByRole('link', { name: 'Start', exact: true })).toBeVisible()
  await expect(dora.getByRole('button', { name: '1 unread notification' })).toBeVisible()
  await dora.getByRole('link', { name: 'Start', exact: true }).click()
  await expect(dora.getByText('Ann Owner assigned this element to you.')).toBeVisible()

  await go(page, '/')
  await expect(elements.getByRole('link', { name: first })).toContainText('Dora New')
  await expect(elements.getByRole('link', { name: second })).not.toContainText('Dora New')
})
