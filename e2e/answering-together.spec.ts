import { aContentSet, aSharedAssessment, aSmallSet, aTenant, aUser } from 'api/testing/factories'
import { anAdmin, enter, expect, test } from './fixtures.ts'
import { chooseColleague } from './colleague.ts'
import { expectGoodLooks } from './looks.ts'
import { linkInMail } from './outbox.ts'
import { anElement, playerOn } from './player.ts'

test('an owner assigns an element, which a colleague answers and gets back', async ({
  page,
  db,
  as,
}) => {
  const tenant = await aTenant(db)
  const file = aSmallSet()
  const [first = '', second = ''] = file.elements.map(({ title }) => title)
  const contentSetId = await aContentSet(db, { tenant, file })
  const owner = await aUser(db, { tenant, name: 'Ann Owner' })
  const colleague = await aUser(db, { tenant, name: 'Ben Helper' })
  await aSharedAssessment(db, { owner, contentSetId })

  // With the keyboard only.
  await enter(page, owner)
  await expect(page.getByText('Our assessment. You are the owner.')).toBeVisible()
  await page.getByRole('button', { name: 'Assign elements' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Assign elements' })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).press('Enter')
  await expect(dialog.getByText('Choose an element')).toBeVisible()
  await expect(dialog.getByText('Choose a colleague')).toBeVisible()
  const boxes = dialog.getByRole('checkbox')
  await boxes.first().press('Space')
  await boxes.last().press('Space')
  await dialog.getByRole('combobox', { name: 'Colleague' }).pressSequentially('ben')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox')).toHaveValue('Ben Helper')
  await expectGoodLooks(page, 'assign-elements')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).press('Enter')
  await expect(page.getByText('Ben Helper answers 2 elements').first()).toBeVisible()
  const row = page.getByRole('region', { name: 'Elements' }).getByRole('link', { name: first })
  const other = page.getByRole('region', { name: 'Elements' }).getByRole('link', { name: second })
  await expect(other).toContainText('Ben Helper')
  await page.getByRole('button', { name: 'Assign elements' }).press('Enter')
  await boxes.last().press('Space')
  await dialog.getByRole('button', { name: 'Answer myself' }).press('Enter')
  await expect(other).not.toContainText('Ben Helper')
  await expect(row).toContainText('Ben Helper')

  await page.getByRole('button', { name: 'People' }).click()
  const people = page.getByRole('dialog', { name: 'People in this assessment' })
  await expect(people.getByRole('rowheader')).toHaveText(['Ben Helper'])
  // An owner who is no admin can't open the page of a user.
  await expect(people.getByRole('link')).toHaveCount(0)
  await expectGoodLooks(page, 'people-of-owner')
  await page.keyboard.press('Escape')
  await expect(people).toBeHidden()

  const ben = await as(colleague)
  await expect(ben.getByText('Our assessment. Ann Owner is the owner.')).toBeVisible()
  const elements = ben.getByRole('region', { name: 'Elements' })
  await expect(elements.getByRole('listitem')).toHaveCount(1)
  await expectGoodLooks(ben, 'overview-contributor')
  await ben.getByRole('button', { name: '1 unread notification' }).press('Enter')
  const notice = ben.getByRole('menuitem', { name: /Ann Owner asks you to answer/ })
  await expect(notice).toContainText('unread')
  await expectGoodLooks(ben, 'bell')
  await ben.keyboard.press('Escape')
  await expect(ben.getByRole('button', { name: 'Notifications' })).toBeVisible()
  await elements.getByRole('radio', { name: 'All' }).check()
  await elements.getByRole('link', { name: second }).click()
  await expect(ben.getByRole('heading', { level: 1 })).toHaveText('Answers so far')
  await expect(
    ben.getByText('Ann Owner answers this element. You can read and comment'),
  ).toBeVisible()
  await expect(ben.getByRole('button', { name: /^(Answer|Change|Complete)/ })).toHaveCount(0)
  await expectGoodLooks(ben, 'element-of-a-colleague')
  await ben.getByRole('link', { name: 'Overview' }).last().click()

  // Signed in, from the mail to the first saved answer: three presses, the first on its button.
  const mail = { host: tenant.host, to: colleague.email, subject: 'asks you to answer' }
  await ben.goto(await linkInMail(ben, { ...mail, button: 'Open the element' }))
  const player = playerOn(ben)
  await expect(ben.getByText('Ann Owner assigned this element to you.')).toBeVisible()
  await player.at('1 of 2')
  await player.now('Starting').click()
  await player.future('Developing').click()
  await player.at('2 of 2')
  await player.showsStatus('Answers saved')
  await player.now('Starting').click()
  await player.future('Developing').click()
  await ben.getByRole('button', { name: 'Done' }).click()
  await expect(ben.getByText('Ann Owner can see that the element is done.').first()).toBeVisible()
  await expect(ben.getByText('You’ve answered everything assigned to you')).toBeVisible()

  await page.reload()
  await expect(row).toContainText('Ben Helper, done')
  await row.click()
  await expect(page.getByText('Ben Helper says that this element is done.')).toBeVisible()
  await page.getByRole('button', { name: 'Give back' }).click()
  await expect(page.getByText('Element given back').first()).toBeVisible()

  await ben.reload()
  await expect(elements.getByRole('link', { name: first })).toContainText('Given back')
  await ben.getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(ben.getByText('Ann Owner gave this element back to you.')).toBeVisible()
})

test('an element that isn’t theirs needs a new person, and everything moves to another colleague', async ({
  page,
  db,
  as,
}) => {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file: aSmallSet(1) })
  const owner = await aUser(db, { tenant, name: 'Ann Owner' })
  const colleague = await aUser(db, { tenant, name: 'Ben Helper' })
  await aUser(db, { tenant, name: 'Cleo Finance' })
  const id = await aSharedAssessment(db, { owner, contentSetId, contributors: [colleague] })
  const elementId = await anElement(db, contentSetId)
  await db
    .insertInto('element_assignments')
    .values({
      tenant_id: tenant.id,
      assessment_id: id,
      element_id: elementId,
      user_id: colleague.id,
    })
    .execute()

  await enter(page, owner, `/assessment/${id}?elementId=${elementId}`)
  const dialog = page.getByRole('dialog', { name: 'Assign elements' })
  const row = page.getByRole('region', { name: 'Elements' }).getByRole('listitem')
  const people = page.getByRole('dialog', { name: 'People in this assessment' })
  const ben = await as(colleague)
  await expect(ben.getByRole('region', { name: 'Elements' }).getByText('You')).toBeHidden()
  await ben.getByRole('link', { name: 'Start', exact: true }).click()
  // An answer that is still on its way arrives before the element is given back.
  const order: string[] = []
  ben.on('request', (one) => one.url().endsWith('/decline') && order.push('given back'))
  ben.on('requestfinished', (one) => one.url().endsWith('/answers') && order.push('answer'))
  const pressed = Promise.withResolvers<void>()
  await ben.route('**/answers', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await playerOn(ben).now('Established').click()
  await ben.getByRole('button', { name: 'Not mine' }).click()
  const giveBack = ben.getByRole('dialog', { name: 'Give this element back?' })
  await giveBack.getByRole('button', { name: 'Give back' }).click()
  await expect(giveBack.getByText('Enter a reason')).toBeVisible()
  await giveBack.getByRole('textbox', { name: 'Reason' }).fill('Finance knows this.')
  // Enter before the search has ended chooses whom it finds.
  await giveBack.getByRole('combobox').pressSequentially('cleo')
  await ben.keyboard.press('Enter')
  await expect(giveBack.getByRole('combobox')).toHaveValue('Cleo Finance')
  await expectGoodLooks(ben, 'not-mine')
  await giveBack.getByRole('button', { name: 'Give back' }).click()
  pressed.resolve()
  await expect(ben.getByText('Ann Owner will choose someone else.').first()).toBeVisible()
  await expect(ben.getByText('Nothing is assigned to you yet')).toBeVisible()
  expect(order).toEqual(['answer', 'given back'])

  await page.reload()
  await expect(page.getByText('Ben Helper gave this element back:')).toBeVisible()
  await expectGoodLooks(page, 'element-not-mine')
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByRole('combobox')).toHaveValue('Cleo Finance')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Overview' }).last().click()
  await expect(row).toContainText('Needs a new person')
  await expect(row).toContainText('Finance knows this.')
  await expectGoodLooks(page, 'overview-needs-a-person')
  await page.getByRole('button', { name: 'People' }).click()
  await expect(people.getByText('1 element needs a new person.')).toBeVisible()
  await expectGoodLooks(page, 'people-needs-a-person')
  await people.getByRole('button', { name: 'Choose a person' }).click()
  const chooser = page.getByRole('dialog', { name: 'Choose a new person' })
  await expect(
    chooser.getByRole('list', { name: 'Elements, questions and actions' }),
  ).toContainText('Finance knows this.')
  await chooseColleague(chooser.getByRole('combobox'), 'cleo', 'Cleo Finance')
  await expectGoodLooks(page, 'choose-a-new-person')
  await chooser.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(people.getByRole('rowheader')).toHaveText(['Ben Helper', 'Cleo Finance'])

  // With the keyboard only, while the dialog is open.
  const actions = people.getByRole('button', { name: 'Actions for Cleo Finance' })
  const roles = people.getByRole('row', { name: /Cleo Finance/ }).getByRole('cell')
  const toast = page.getByRole('region', { name: /F8/ })
  const undo = toast.getByRole('button', { name: 'Undo' })
  for (const isUndone of [true, false]) {
    await actions.press('Enter')
    await page.getByRole('menuitem', { name: 'Move everything' }).press('Enter')
    const mover = page.getByRole('dialog', { name: 'Move everything from Cleo Finance' })
    await mover.getByRole('combobox').fill('ben')
    await expect(mover.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(mover.getByRole('combobox')).toHaveValue('Ben Helper')
    await mover.getByRole('button', { name: 'Move everything' }).press('Enter')
    await expect(roles.nth(1)).toContainText('None')
    await expect(actions).toBeFocused()
    await expect(undo).toBeVisible()
    await page.keyboard.press('F8')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(undo).toBeFocused()
    if (!isUndone) break
    await page.keyboard.press('Enter')
    await expect(roles.nth(1)).toContainText('1')
    await expect(actions).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(actions, 'Tab after the last button').toBeFocused()
  await page.keyboard.press('F8')
  await page.keyboard.press('Escape')
  await expect(undo).toBeHidden()
  await expect(actions).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(people).toBeHidden()

  // An admin who takes no part runs it without its answers.
  const admin = await as(await anAdmin(db, { tenant }), `/admin/shared-assessments/${id}`)
  await expect(admin.getByText('Only the owner and the members')).toBeVisible()
  await admin.getByRole('button', { name: 'Actions for Ben Helper' }).click()
  await admin.getByRole('menuitem', { name: 'Move everything' }).click()
  const mover = admin.getByRole('dialog', { name: 'Move everything from Ben Helper' })
  await chooseColleague(mover.getByRole('combobox'), 'cleo', 'Cleo Finance')
  await expectGoodLooks(admin, 'move-elements')
  await mover.getByRole('button', { name: 'Move everything' }).click()
  const cells = admin.getByRole('row', { name: /Ben Helper/ }).getByRole('cell')
  await admin.getByRole('button', { name: 'Undo' }).click()
  await expect(cells.nth(1)).toContainText('1')
  await admin.getByRole('button', { name: 'Remind' }).click()
  const reminder = admin.getByRole('dialog', { name: 'Remind people' })
  await expect(reminder).toContainText(/sent (today|tomorrow|on Monday) at 07:00/)
  await expect(
    reminder.getByRole('checkbox', { name: 'Ben Helper, 1 item to answer' }),
  ).toBeChecked()
  await expectGoodLooks(admin, 'remind-people')
  await reminder.getByRole('button', { name: 'Remind 1 person' }).click()
  await expect(admin.getByText(/^1 person will be reminded .* at 07:00$/).first()).toBeVisible()
  await admin.getByRole('button', { name: 'Remind' }).click()
  await expect(reminder.getByRole('checkbox', { name: /already reminded$/ })).toBeDisabled()
})
