import {
  THIS_YEAR,
  aContentSet,
  aSharedAssessment,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { enter, expect, go, test } from './fixtures.ts'
import { chooseColleague } from './colleague.ts'
import { expectGoodLooks } from './looks.ts'
import { anElement, playerOn } from './player.ts'
import { OVERVIEW } from './reviewing.ts'

test('a colleague who is asked about a statement answers it until the question is resolved', async ({
  page,
  db,
  as,
}) => {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file: aSmallSet() })
  const owner = await aUser(db, { tenant, name: 'Ann Owner' })
  const colleague = await aUser(db, { tenant, name: 'Cid Reader' })
  await aSharedAssessment(db, { owner, contentSetId })

  // With the keyboard only.
  await enter(page, owner)
  await page.getByRole('link', { name: 'Start', exact: true }).press('Enter')
  const discussion = page.getByRole('region', { name: 'Discussion' })
  await expect(discussion.getByText('No comments yet.')).toBeVisible()
  await discussion.getByRole('button', { name: 'Ask someone' }).press('Enter')
  await expect(discussion.getByRole('textbox', { name: 'Question' })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(discussion.getByText('Enter your question')).toBeVisible()
  await page.keyboard.type('Since when do you **train** everyone?')
  await page.reload()
  // What was typed is still there.
  await expect(discussion.getByRole('textbox', { name: 'Question' })).toHaveValue(/\*\*train\*\*/)
  await discussion.getByRole('combobox').pressSequentially('cid')
  await expect(discussion.getByRole('option')).toHaveCount(1)
  await expect(discussion.getByText('Searching')).toBeHidden()
  await page.keyboard.press('Enter')
  await expectGoodLooks(page, 'asking-someone')
  await discussion.getByRole('button', { name: 'Ask', exact: true }).press('Enter')
  const question = discussion.getByRole('article', { name: 'Question by Ann Owner' })
  await expect(question).toContainText('Question to Cid Reader')
  await expect(discussion.getByRole('button', { name: 'Comment', exact: true })).toBeFocused()
  await expect(page.getByRole('navigation').getByText('1 open question')).toBeAttached()

  const cid = await as(colleague)
  const asked = cid.getByRole('region', { name: 'Questions for you' })
  await expect(asked).toContainText('Ann Owner: Since when')
  await expectGoodLooks(cid, 'overview-asked')
  await asked.getByRole('link').click()
  await expect(
    cid.getByText('Ann Owner has a question for you about this statement.'),
  ).toBeVisible()
  const player = playerOn(cid)
  await player.now('Starting').click()
  await player.future('Developing').click()
  const heard = cid.getByRole('region', { name: 'Discussion' })
  await heard.getByRole('button', { name: 'Comment', exact: true }).click()
  await heard.getByRole('textbox', { name: 'Comment' }).fill('Since May.')
  await heard.getByRole('button', { name: 'Add comment' }).click()
  await heard.getByRole('button', { name: /comment by Cid Reader/ }).click()
  await cid.getByRole('menuitem', { name: 'Edit' }).click()
  const edited = heard.getByRole('textbox', { name: 'Your comment' })
  await expect(edited).toBeFocused()
  await edited.fill('Since May 2024.')
  await cid.reload()
  await expect(edited, 'what was typed is still there').toHaveValue('Since May 2024.')
  await heard.getByRole('button', { name: 'Save' }).click()
  await expect(heard.getByText('Since May 2024.')).toBeVisible()
  await heard.getByRole('button', { name: /comment by Cid Reader/ }).click()
  await cid.getByRole('menuitem', { name: 'Add to note' }).click()
  await expect(cid.getByRole('textbox', { name: 'Notes' })).toHaveValue('Since May 2024.')
  // An answer that is still on its way arrives before the question is resolved.
  const order: string[] = []
  cid.on('request', (one) => one.url().endsWith('/resolution') && order.push('resolution'))
  cid.on('requestfinished', (one) => one.url().endsWith('/answers') && order.push('answer'))
  const pressed = Promise.withResolvers<void>()
  await cid.route('**/answers', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await player.now('Established').click()
  await heard.getByRole('button', { name: 'Resolve' }).click()
  pressed.resolve()
  await expect(
    cid.getByText('Ann Owner answers this element. You can read and comment'),
  ).toBeVisible()
  expect(order).toEqual(['answer', 'resolution'])
  await expect(cid.getByRole('radio')).toHaveCount(0)
  await expect(cid.getByRole('heading', { level: 1 })).toContainText('answers for operational')
  await expect(cid.getByRole('button', { name: 'Undo' }), 'what they may not change').toHaveCount(0)
  await expectGoodLooks(cid, 'statement-of-a-colleague')

  // The first statement is answered, so the second one is shown.
  await page.reload()
  await playerOn(page).previous.click()
  await expect(discussion.getByText('Since May 2024.')).toBeVisible()
  await expect(question).toBeHidden()
  await discussion.getByRole('button', { name: 'Show 1 resolved question' }).click()
  await expect(question).toContainText('resolved by Cid Reader')
  await question.getByRole('button', { name: 'Reopen' }).click()
  await expect(question).toContainText('Question to Cid Reader')
})

test('an owner copies their own certification, which a director refuses, and approves once it is changed', async ({
  page,
  db,
  as,
}) => {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file: aSmallSet(1) })
  const owner = await aUser(db, { tenant, name: 'Ann Owner' })
  const director = await aUser(db, { tenant, name: 'Dora Director' })
  await anAssessment(db, { user: owner, contentSetId, type: 'certification' })
  const id = await aSharedAssessment(db, { owner, contentSetId, type: 'certification' })

  await enter(page, owner, OVERVIEW)
  await expect(page.getByText('No answers yet.')).toBeVisible()
  await expectGoodLooks(page, 'fill-once')
  await page.getByRole('button', { name: 'Copy your own answers' }).click()
  const question = page.getByRole('alertdialog')
  await expectGoodLooks(page, 'fill-once-question')
  await question.getByRole('button', { name: 'Copy answers' }).click()
  await expect(page.getByText('No answers yet.')).toBeHidden()
  await page.getByRole('button', { name: 'People' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Choose approver' }).click()
  const chooser = page.getByRole('dialog', { name: 'Choose an approver' })
  await chooseColleague(chooser.getByRole('combobox'), 'dora', 'Dora Director')
  await chooser.getByRole('button', { name: 'Choose approver' }).click()
  await expect(dialog.getByRole('region', { name: 'Approver' })).toContainText('Dora Director')
  await expectGoodLooks(page, 'people-with-approver')

  const elementId = await anElement(db, contentSetId)
  const completed = { tenant_id: tenant.id, assessment_id: id, element_id: elementId }
  await db.insertInto('element_completions').values(completed).execute()
  await db.updateTable('assessments').set({ status: 'completed' }).where('id', '=', id).execute()
  const ask = async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Ask for approval' }).click()
    await question.getByRole('button', { name: 'Ask for approval' }).click()
    await expect(page.getByText('Waiting for Dora Director')).toBeVisible()
  }
  await ask()
  await expectGoodLooks(page, 'approval-asked')

  const dora = await as(director)
  const next = dora.getByRole('complementary', { name: 'Your approval' })
  await expect(next).toContainText(
    `Ann Owner asks you to approve the certification for ${THIS_YEAR}.`,
  )
  await expectGoodLooks(dora, 'approval-next')
  await next.getByRole('link', { name: 'Review and decide' }).click()
  await expect(next, 'the page says it in full').toHaveCount(0)
  await expect(dora.getByText('You are the approver.')).toBeVisible()
  const decide = dora.getByRole('region', { name: 'Your approval' })
  await expect(decide).toContainText('Ann Owner asks you')
  await expectGoodLooks(dora, 'approval-to-give')
  await decide.getByRole('button', { name: 'Don’t approve' }).click()
  const decision = dora.getByRole('alertdialog')
  await decision.getByRole('button', { name: 'Don’t approve' }).click()
  await expect(decision.getByText('Enter a reason')).toBeVisible()
  await decision.getByRole('textbox', { name: 'Reason' }).fill('The plan is missing.')
  await expectGoodLooks(dora, 'approval-refused')
  await decision.getByRole('button', { name: 'Don’t approve' }).click()
  await expect(dora.getByText('You didn’t approve this certification.')).toBeVisible()
  await dora.getByRole('radio', { name: 'Self-assessment' }).click()
  await expect(dora.getByText('You are the approver.')).toHaveCount(0)
  await expect(next).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('The plan is missing.')).toBeVisible()
  await expectGoodLooks(page, 'approval-refused-owner')

  await page.getByRole('region', { name: 'Elements' }).getByRole('link').first().click()
  await playerOn(page).notes.fill('The board agreed the plan.')
  await playerOn(page).showsStatus('saved')
  await go(page, OVERVIEW)
  await page.getByRole('link', { name: 'Continue' }).click()
  await playerOn(page).createReport.click()
  await expect(page.getByText('All required elements are complete').first()).toBeVisible()
  await go(page, OVERVIEW)
  await ask()
  await dora.reload()
  await dora.getByRole('button', { name: /unread notification/ }).click()
  await dora.getByRole('menuitem', { name: 'Ann Owner asks for your approval' }).first().click()
  await expect(dora.getByText('Changed since the last request (1)')).toBeVisible()
  await decide.getByRole('button', { name: 'Approve', exact: true }).click()
  await decision.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(dora.getByText('You approved this certification.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Waiting for an auditor')).toBeVisible()
})
