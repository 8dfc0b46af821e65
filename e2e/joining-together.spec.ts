import type { Page } from '@playwright/test'
import { aContentSet, aSharedAssessment, aSmallSet, aTenant, aUser } from 'api/testing/factories'
import { anAdmin, expect, go, test } from './fixtures.ts'
import { chooseColleague } from './colleague.ts'
import { expectGoodLooks } from './looks.ts'
import { anAddress, linkInMail } from './outbox.ts'
import { playerOn } from './player.ts'

/** Both choices of the shown statement. */
async function answer(page: Page) {
  await playerOn(page).now('Starting').click()
  await playerOn(page).future('Developing').click()
}

test('a team goes from an invitation to the report: assigned, asked, answered, done, given back and completed', async ({
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
  const player = playerOn(dora)
  await expect(dora.getByText('Ann Owner assigned this element to you.')).toBeVisible()
  await player.at('1 of 2')
  await answer(dora)
  await player.at('2 of 2')

  await go(page, '/')
  const row = elements.getByRole('link', { name: first })
  await expect(row).toContainText('Dora New')
  await expect(elements.getByRole('link', { name: second })).not.toContainText('Dora New')

  // Meeting at one statement: the admin knows what its owner doesn’t.
  await elements.getByRole('link', { name: second }).click()
  const anns = playerOn(page)
  await anns.at('1 of 2')
  const discussion = page.getByRole('region', { name: 'Discussion' })
  await discussion.getByRole('button', { name: 'Ask someone' }).click()
  await discussion.getByRole('textbox', { name: 'Question' }).fill('Who restores this first?')
  await chooseColleague(discussion.getByRole('combobox'), 'ada', 'Ada Admin')
  await discussion.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Question by Ann Owner' })).toBeVisible()
  await go(admin, '/')
  await expect(admin.getByRole('region', { name: 'Questions for you' })).toBeVisible()
  await admin.getByRole('button', { name: /unread notification/ }).click()
  await admin.getByRole('menuitem', { name: 'Ann Owner has a question for you' }).click()
  await expect(admin).toHaveURL(/#statement-/)
  await answer(admin)
  await admin.getByRole('button', { name: 'Resolve' }).click()
  await expect(
    admin.getByText('Ann Owner answers this element. You can read and comment'),
  ).toBeVisible()

  await answer(dora)
  await dora.getByRole('button', { name: 'Done' }).click()
  await expect(dora.getByText('Ann Owner can see that it’s done.').first()).toBeVisible()
  await go(page, '/')
  await expect(row).toContainText('Dora New, done')
  await row.click()
  await page.getByRole('button', { name: 'Give back' }).click()
  await expect(page.getByText('Element given back').first()).toBeVisible()
  await dora.reload()
  await dora.getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(dora.getByText('Ann Owner gave this element back to you.')).toBeVisible()
  await player.previous.click()
  await player.at('2 of 2')
  // The last statement leads to the check by itself.
  await player.future('Established').click()
  await dora.getByRole('button', { name: 'Done' }).click()
  await expect(dora.getByText('Ann Owner can see that it’s done.').first()).toBeVisible()

  await go(page, '/')
  await elements.getByRole('link', { name: second }).click()
  await anns.at('2 of 2')
  await answer(page)
  await anns.complete.click()
  await anns.check.click()
  await anns.createReport.click()
  await expect(page.getByText('All required elements are complete').first()).toBeVisible()
  await page.getByRole('link', { name: 'View report' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Action report')
  // Everyone of the team has its report.
  await go(dora, '/')
  await dora.getByRole('link', { name: 'View report' }).first().click()
  await expect(dora.getByText('Dora New').first()).toBeVisible()
})
