import { aSubmission, anAuditor } from 'api/testing/certifying'
import { aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { aLadder } from 'api/testing/ladder'
import { anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { playerOn } from './player.ts'
import { certificateOf, certify } from './reviewing.ts'

test('a respondent chooses a level and profiles, changes them with every answer kept, and the report says which', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  await aContentSet(db, { tenant, file: aLadder() })
  await enter(page, await aUser(db, { tenant, movesOn: false }))
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'What applies to you?' })
  await expect(dialog.getByRole('radio', { name: /^Basic 3 statements/ })).not.toBeChecked()
  await expect(dialog.getByRole('radio', { name: /^Advanced 6 statements/ })).toBeChecked()
  await expect(dialog.getByText('All 6 statements apply.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Large' }).check()
  await expect(dialog.getByText('5 statements of 6 apply.')).toBeVisible()
  await expectGoodLooks(page, 'scope-start')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('banner')).toContainText('Advanced, Large')
  await expect(page.getByText('Statement A1').first()).toBeVisible()
  const list = page.getByRole('combobox', { name: 'Statements to list' })
  await list.selectOption('About people')
  await expect(page.getByText('1 statement.', { exact: true })).toBeVisible()
  await expectGoodLooks(page, 'scope-player')
  await list.selectOption('All statements')
  const player = playerOn(page)
  const answer = async () => {
    await page.getByRole('radio', { name: 'Low Where are we now?' }).click()
    await page.getByRole('radio', { name: 'Middle Where do we want to be?' }).click()
  }
  await answer()
  await player.next.click()
  await player.at('2 of 2')
  await answer()
  await page.getByRole('link', { name: 'Save and exit' }).click()

  const line = page.getByText('Scope: Advanced, Large. 5 of 6 statements.')
  await expect(line).toBeVisible()
  await expectGoodLooks(page, 'scope-overview')
  await page.getByRole('button', { name: 'Change scope' }).click()
  const change = page.getByRole('dialog', { name: 'Change scope' })
  await change.getByRole('radio', { name: /^Basic/ }).click()
  await expect(
    change.getByText('3 fewer statements. 1 answer is hidden but not deleted.'),
  ).toBeVisible()
  await expectGoodLooks(page, 'scope-change')
  await change.getByRole('button', { name: 'Change scope' }).click()
  await expect(page.getByText('Scope: Basic, Large. 2 of 6 statements.')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Element B')
  await page.getByRole('region', { name: 'Your next step' }).getByRole('link').click()
  await expect(player.createReport).toBeVisible()
  await expect(page.getByText('Statement A2')).toHaveCount(0)
  await player.createReport.click()
  await expect(page.getByText('1 of 2 complete')).toBeVisible()
  await go(page, '/action-reports')
  await page.getByRole('link', { name: 'View report' }).click()
  await expect(page.getByRole('main')).toContainText('Scope: Basic, Large')

  await go(page, '/')
  await page.getByRole('button', { name: 'Change scope' }).click()
  await change.getByRole('radio', { name: /^Advanced/ }).click()
  await expect(change.getByText('3 more statements. 1 earlier answer is restored.')).toBeVisible()
  await change.getByRole('button', { name: 'Change scope' }).click()
  await expect(page.getByText('Scope: Advanced, Large. 5 of 6 statements.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Element B')
  await expect(page.getByText('All 2 answered')).toBeVisible()
})

test('a certificate says its level, and one of another level doesn’t replace it', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file: aLadder() })
  const user = await aUser(db, { tenant })
  const { review } = await aSubmission(db, {
    user,
    contentSetId,
    is: 'reviewed',
    before: (id) =>
      db
        .updateTable('assessments')
        .set({ scope_levels: ['basic'] })
        .where('id', '=', id)
        .execute(),
  })
  await enter(page, await anAuditor(db, tenant), `/admin/reviews/${review}`)
  await expect(page.getByText('Scope: Basic', { exact: true })).toBeVisible()
  await expectGoodLooks(page, 'scope-review')
  await certify(page)
  const { id } = await certificateOf(db, user.id)
  await enter(page, user, '/certification')
  await expect(page.getByText(/^Ladder \(Basic\)/)).toBeVisible()
  await go(page, `/certification/${id}`)
  await expect(page.getByRole('region', { name: 'Certificate' })).toContainText('Ladder (Basic)')
  await expectGoodLooks(page, 'certificate-scope')
})

test('an admin chooses the level of a shared assessment, and its owner changes it', async ({
  page,
  db,
  as,
}) => {
  const tenant = await aTenant(db)
  await aContentSet(db, { tenant, file: aLadder() })
  const ann = await aUser(db, { tenant, name: 'Ann Owner' })
  await enter(page, await anAdmin(db, { tenant }), '/admin/shared-assessments')
  await page.getByRole('button', { name: 'New shared assessment' }).click()
  const dialog = page.getByRole('dialog', { name: 'New shared assessment' })
  await dialog.getByRole('radio', { name: /^Basic 3 statements/ }).click()
  await dialog.getByRole('checkbox', { name: 'Large' }).check()
  await expect(dialog.getByText('2 statements of 6 apply.')).toBeVisible()
  await expectGoodLooks(page, 'scope-shared')
  await dialog.getByRole('combobox', { name: 'Owner' }).fill(ann.email)
  await expect(page.getByRole('option', { name: 'Ann Owner' })).toBeVisible()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Create shared assessment' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ladder')

  const owner = await as(ann, '/')
  await expect(owner.getByText('Scope: Basic, Large. 2 of 6 statements.')).toBeVisible()
  await owner.getByRole('button', { name: 'Change scope' }).click()
  const change = owner.getByRole('dialog', { name: 'Change scope' })
  await change.getByRole('radio', { name: /^Advanced/ }).click()
  await change.getByRole('button', { name: 'Change scope' }).click()
  await expect(owner.getByText('Scope: Advanced, Large. 5 of 6 statements.')).toBeVisible()
})

test('who moves to a version without what they chose is told so, and what applies then', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const after = await aContentSet(db, { tenant, file: aLadder() })
  const user = await aUser(db, { tenant })
  const id = await anAssessment(db, { user, contentSetId: after, answered: ['A', 'B'] })
  await db
    .updateTable('assessments')
    .set({ scope_levels: ['basic', 'advanced'], scope_profiles: ['large'] })
    .where('id', '=', id)
    .execute()
  await aContentSet(db, { tenant, file: withoutGroups('advanced', 'large'), after })
  await enter(page, user)
  await page.getByRole('button', { name: 'See what changed' }).click()
  const dialog = page.getByRole('dialog', { name: 'What changed in version 2' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    'You keep your answers and notes for unchanged statements.',
    'Details of 4 statements have changed, such as guidance or scope level. If you have answered them, your answers stay, but may now require a note.',
    'You chose Advanced and Large, which this version no longer has. Your scope will be Basic. You can change the scope later.',
    'Existing reports don’t change.',
  ])
  await expectGoodLooks(page, 'scope-moving')
  await dialog.getByRole('button', { name: 'Move to version 2' }).click()
  await expect(page.getByText('Scope: Basic. 6 statements.')).toBeVisible()
  await expect(page.getByText('All 2 answered')).toHaveCount(2)
})

function withoutGroups(...keys: string[]) {
  const file = aLadder()
  const isLeft = (key: string) => !keys.includes(key)
  return {
    ...file,
    groups: file.groups?.filter(({ key }) => isLeft(key)),
    elements: file.elements.map((element) => ({
      ...element,
      statements: element.statements.map(({ groups = [], ...one }) => {
        const left = groups.filter(isLeft)
        return left.length > 0 ? { ...one, groups: left } : one
      }),
    })),
  }
}
