import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Db } from 'api/db/scope'
import {
  THIS_YEAR,
  type TestUser,
  aContentSet,
  aReport,
  aSharedAssessment,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { enter, expect, go, savedFile, test } from './fixtures.ts'
import { hold } from './late-parts.ts'
import { expectGoodLooks } from './looks.ts'
import { start } from './player.ts'

/** What an owner answered last year for a team, with its report. */
async function lastYear(db: Db, owner: TestUser, contentSetId: number, members: TestUser[]) {
  const { family_id } = await db
    .selectFrom('content_sets')
    .select('family_id')
    .where('id', '=', contentSetId)
    .executeTakeFirstOrThrow()
  const id = await anAssessment(db, { user: owner, contentSetId, year: THIS_YEAR - 1 })
  await db
    .updateTable('assessments')
    .set({ user_id: null, owner_id: owner.id, family_id })
    .where('id', '=', id)
    .execute()
  for (const { id: user_id } of members)
    await db
      .insertInto('assessment_members')
      .values({ tenant_id: owner.tenantId, assessment_id: id, user_id, role: 'viewer' })
      .execute()
  return await aReport(db, owner, id)
}

/** Opens the dialog of the first action. */
async function edit(page: Page, item: string, field: string, text: string) {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: field }).fill(text)
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save' }).click()
}

test('a plan goes from the report to done and into next year', async ({ page, db, as }) => {
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, {
    tenant,
    file: aSmallSet(2),
    yearFrom: THIS_YEAR - 1,
  })
  const owner = await aUser(db, { tenant, name: 'Ann Owner' })
  const colleague = await aUser(db, { tenant, name: 'Ben Helper' })
  const report = await lastYear(db, owner, contentSetId, [colleague])
  await aSharedAssessment(db, { owner, contentSetId, viewers: [colleague] })

  await enter(page, owner, `/action-reports/${report}?tab=nothing`)
  const tabs = page.getByRole('navigation', { name: 'Report and plan' })
  await tabs.getByRole('link', { name: 'Plan' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing is planned yet' })).toBeVisible()
  await expectGoodLooks(page, 'plan-none')
  await tabs.getByRole('link', { name: 'Report' }).click()
  await page
    .getByRole('button', { name: /^Add to plan/ })
    .first()
    .press('Enter')
  await expect(page.getByText('In the plan', { exact: true })).toBeVisible()
  await expect(page.getByText(/^When the plan for 1 statement is done/)).toBeVisible()
  await page.getByRole('button', { name: /^Add another/ }).click()
  await expect(
    page.getByText('There is already an action for this statement.', { exact: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectGoodLooks(page, 'plan-report')

  await tabs.getByRole('link', { name: 'Plan' }).click()
  await expect(page).toHaveURL(/tab=plan/)
  const row = page.getByRole('row').nth(1)
  await expect(page.getByRole('row')).toHaveCount(2)
  await row.getByRole('combobox', { name: /^Owner of/ }).selectOption('Ben Helper')
  const due = row.getByLabel(/^Due date of/)
  await due.fill('2020-01-01')
  await due.press('Enter')
  await expect(page.getByText('Choose today or a later date.').first()).toBeVisible()
  await due.fill(`${THIS_YEAR + 1}-06-01`)
  // The date is saved only while the dialog is open, which loses nothing that was typed before.
  const release = await hold(page, /\/plan$/)
  await due.blur()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit action and note' }).click()
  await page.getByRole('textbox', { name: 'Action' }).fill('Name a lead')
  const dated = page.waitForResponse((each) => each.request().method() === 'PATCH')
  release()
  await dated
  await page.getByRole('textbox', { name: 'Note' }).fill('Ask the board.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(row).toContainText('Ask the board.')
  await expectGoodLooks(page, 'plan')
  await page.getByRole('button', { name: 'Download list' }).click()
  const csv = page.getByRole('menuitem', { name: 'CSV' })
  const { name, bytes } = await savedFile(page, async () => await csv.click())
  expect(name).toMatch(/plan-20\d\d\.csv$/)
  expect(String(bytes)).toContain(`Name a lead,Open,Ben Helper,${THIS_YEAR + 1}-06-01,`)

  // Who owns the action says how far it is, and the owner's page of before doesn't lose it.
  const ben = await as(colleague)
  const card = ben.getByRole('region', { name: `Plan from ${THIS_YEAR - 1}` })
  await expect(card).toContainText('Name a lead')
  await expectGoodLooks(ben, 'plan-card')
  await card.getByRole('link', { name: 'Open plan' }).click()
  await ben.getByRole('combobox', { name: 'Status of Name a lead' }).selectOption('Done')
  await expect(ben.getByText('Nothing left to do. 1 done.')).toBeVisible()
  await row.getByRole('combobox', { name: /^Status of/ }).selectOption('In progress')
  const conflict = page.getByRole('dialog', { name: /^Ben Helper has changed this action/ })
  await expect(conflict.getByRole('row')).toHaveText(['FieldYoursTheirs', 'StatusIn progressDone'])
  await expectGoodLooks(page, 'plan-conflict')
  await conflict.getByRole('button', { name: 'Use their version' }).click()
  await expect(page.getByText('Nothing left to do. 1 done.')).toBeVisible()

  // A conflict that the dialog leads to ends with the choice, whatever it is.
  await edit(page, 'Edit action and note', 'Action', 'Name two leads')
  await edit(ben, 'Edit note', 'Note', 'The board agrees.')
  await save(ben)
  await expect(ben.getByRole('dialog')).toBeHidden()
  await save(page)
  await expect(conflict.getByRole('row')).toHaveText([
    'FieldYoursTheirs',
    'ActionName two leadsName a lead',
  ])
  await conflict.getByRole('button', { name: 'Keep your version' }).click()
  await expect(row).toContainText('Name two leads')
  await expect(row).toContainText('The board agrees.')
  await expect(page.getByRole('dialog')).toBeHidden()

  // The owner's plan is loaded again under the open dialog.
  await edit(page, 'Edit action and note', 'Note', 'The board waits.')
  await ben.reload()
  await edit(ben, 'Edit note', 'Note', 'Cid does it.')
  await save(ben)
  await expect(ben.getByRole('dialog')).toBeHidden()
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(page.getByText('Cid does it.')).toBeVisible()
  await save(page)
  const asked = page.getByRole('dialog', { name: /^Someone else has changed this action/ })
  await asked.getByRole('button', { name: 'Use their version' }).click()
  await expect(row).toContainText('Cid does it.')
  await expect(page.getByRole('dialog')).toBeHidden()

  await go(page, '/')
  await start(page)
  await expect(page.getByText(`Planned in ${THIS_YEAR - 1}:`)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Name two leads' })).toContainText(
    '(done)',
  )
  await expectGoodLooks(page, 'plan-next-year')
})

test('what a long plan doesn’t show yet is found, and selected with the rest', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const file = aSmallSet(1)
  const contentSetId = await aContentSet(db, { tenant, file })
  const owner = await aUser(db, { tenant, name: 'Ann Owner' })
  const assessmentId = await anAssessment(db, { user: owner, contentSetId })
  const report = await aReport(db, owner, assessmentId)
  const many = Array.from({ length: 120 }, (_, index) => ({
    tenant_id: tenant.id,
    assessment_id: assessmentId,
    statement_key: file.elements[0]?.statements[0]?.key ?? '',
    key: randomUUID(),
    title: `Step ${index + 1}`,
    note: '',
    created_by: owner.id,
    updated_by: owner.id,
  }))
  await db.insertInto('actions').values(many).execute()
  await enter(page, owner, `/action-reports/${report}?tab=plan`)
  await expect(page.getByRole('row')).toHaveCount(51)
  await expect(page.getByText('50 of 120 actions')).toBeVisible()
  await expectGoodLooks(page, 'plan-long')
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  await expect(page.getByRole('row'), 'paper shows all').toHaveCount(121)
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('row')).toHaveCount(101)
  await page.getByRole('checkbox', { name: 'Select all 120 actions' }).check()
  const bulk = page.getByRole('group', { name: 'Selected rows' })
  await expect(bulk).toContainText('120 selected')
  await bulk.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Dropped' }).click()
  await expect(bulk).toBeHidden()
  await expect(page.getByText('Nothing left to do.')).toBeVisible()
  const find = page.getByRole('searchbox', { name: 'Find actions' })
  await find.fill('Step 11')
  await page.getByRole('checkbox', { name: 'Select all 11 matching actions' }).check()
  await expect(bulk).toContainText('11 selected')
  await find.fill('Step 119')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('checkbox', { name: 'Select 1 matching action' })).toBeVisible()
})
