import { aContentSet, aSharedAssessment, aSmallSet, aTenant, aUser } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { playerOn } from './player.ts'

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
  const asked = cid.getByRole('region', { name: 'Asked of you' })
  await expect(asked).toContainText('Ann Owner: Since when')
  await expectGoodLooks(cid, 'overview-asked')
  await asked.getByRole('link').click()
  await expect(cid.getByText('Ann Owner asks you about this statement.')).toBeVisible()
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
  await heard.getByRole('button', { name: 'Resolve' }).click()
  await expect(cid.getByText('Ann Owner answers this element. You can read it')).toBeVisible()
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
