import type { Page } from '@playwright/test'
import { aCertification, anAuditor } from 'api/testing/certifying'
import {
  THIS_YEAR,
  aContentSet,
  aSharedAssessment,
  aSmallSet,
  aTenant,
  aUser,
} from 'api/testing/factories'
import { anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const HEADING = { level: 1 } as const

/** Finds a colleague by keyboard, as in all three dialogs. */
async function choose(page: Page, label: string, typed: string, name: string) {
  const field = page.getByRole('combobox', { name: label })
  await field.fill(typed)
  await expect(page.getByRole('option')).toHaveCount(1)
  await field.press('Enter')
  await expect(field).toHaveValue(name)
}

test('an admin creates a shared assessment, changes its owner and its members, and undoes', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const admin = await anAdmin(db, { tenant, name: 'Ada Admin' })
  const ann = await aUser(db, { tenant, name: 'Ann Owner' })
  const ben = await aUser(db, { tenant, name: 'Ben Helper' })
  await aUser(db, { tenant, name: 'Eve Viewer' })
  const file = { ...aSmallSet(2), title: 'Good care' }

  await enter(page, admin, '/admin')
  await page.getByRole('link', { name: 'Shared assessments' }).click()
  await expect(page.getByRole('heading', { name: 'No shared assessments yet' })).toBeVisible()
  await expectGoodLooks(page, 'shared-none')
  const create = page.getByRole('button', { name: 'New shared assessment' })
  const dialog = page.getByRole('dialog')
  await create.click()
  await expect(dialog).toContainText(`No content set is published for ${THIS_YEAR}`)
  await page.keyboard.press('Escape')
  await expect(create).toBeFocused()

  await aContentSet(db, { tenant, file })
  await create.click()
  await expect(dialog.getByRole('option')).toHaveCount(4)
  await dialog.getByRole('button', { name: 'Create shared assessment' }).click()
  await expect(dialog.getByText('Choose an owner')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Owner' })).toBeFocused()
  await page.keyboard.type('nobody')
  await expect(dialog.getByText('No active colleague has this name')).toBeVisible()
  await expectGoodLooks(page, 'shared-create-none-found')
  await dialog.getByRole('combobox', { name: 'Owner' }).fill('')
  await expectGoodLooks(page, 'shared-create')
  await choose(page, 'Owner', ann.email, 'Ann Owner')
  await dialog.getByRole('button', { name: 'Create shared assessment' }).click()
  await expect(page.getByRole('heading', HEADING)).toHaveText(`Good care ${THIS_YEAR}`)
  await expect(page.getByRole('heading', { name: 'No members yet' })).toBeVisible()
  await expectGoodLooks(page, 'shared-new')

  const add = page.getByRole('button', { name: 'Add member' })
  const rows = page.getByRole('rowheader')
  await add.click()
  const options = dialog.getByRole('option')
  await expect(options.filter({ hasText: 'Ann Owner' })).toHaveAttribute('aria-disabled', 'true')
  await expectGoodLooks(page, 'shared-add-member')
  await choose(page, 'Colleague', 'eve', 'Eve Viewer')
  await dialog.getByRole('radio', { name: /^Viewer/ }).click()
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await expect(page.getByText('Eve Viewer is a viewer now', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(0)
  await add.click()
  await choose(page, 'Colleague', 'ben', 'Ben Helper')
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await expect(rows).toHaveText(['Ben Helper'])

  const owner = page.getByRole('region', { name: 'Owner' })
  await owner.getByRole('button', { name: 'Change owner' }).click()
  await expect(dialog).toContainText('Ann Owner becomes a contributor.')
  await expectGoodLooks(page, 'shared-change-owner')
  await choose(page, 'New owner', 'ben', 'Ben Helper')
  await dialog.getByRole('button', { name: 'Change owner' }).click()
  await expect(owner).toContainText('Ben Helper')
  await expect(rows).toHaveText(['Ann Owner'])

  const menu = page.getByRole('button', { name: 'Actions for Ann Owner' })
  const role = page.getByRole('row', { name: /Ann Owner/ }).getByRole('cell')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Change to viewer' }).click()
  const question = page.getByRole('alertdialog', { name: 'Make Ann Owner a viewer?' })
  await expect(question).toContainText('can’t be assigned elements. All answers are kept.')
  await question.getByRole('button', { name: 'Change to viewer' }).click()
  await expect(role.first()).toHaveText('Viewer')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Change to contributor' }).click()
  await expect(role.first()).toHaveText('Contributor')
  await db.updateTable('users').set({ is_active: false }).where('id', '=', ann.id).execute()
  await page.reload()
  await expect(page.getByText('1 member can’t sign in.')).toBeVisible()
  await expectGoodLooks(page, 'shared-inactive')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const remove = page.getByRole('alertdialog', { name: 'Remove Ann Owner from this assessment?' })
  await expectGoodLooks(page, 'shared-remove')
  await remove.getByRole('button', { name: 'Remove member' }).click()
  await expect(page.getByRole('heading', { name: 'No members yet' })).toBeVisible()

  await page.getByRole('link', { name: 'Shared assessments' }).first().click()
  await expect(page.getByRole('row', { name: /Good care/ })).toContainText('0 of 4')
  await create.click()
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await expect(dialog.getByRole('radio', { name: /^Certification/ })).toBeChecked()
  await choose(page, 'Owner', ben.email, 'Ben Helper')
  await dialog.getByRole('button', { name: 'Create shared assessment' }).click()
  await expect(page.getByText('Shared certification', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Shared assessments' }).first().click()
  await create.click()
  await expect(dialog).toContainText('already has a shared assessment')
})

test('an auditor reads the shared assessments of the assigned organisations', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Seen Together' })
  const owner = await aUser(db, { tenant, name: 'Ann Owner' })
  const file = { ...aSmallSet(2), title: 'Good care' }
  const contentSetId = await aContentSet(db, { tenant, file })
  const contributors = [
    await aUser(db, { tenant, name: 'Ben Helper' }),
    await aUser(db, { tenant, name: 'Cleo Helper' }),
  ]
  await aSharedAssessment(db, { owner, contentSetId, contributors })
  const certified = await aCertification(db, { user: owner, contentSetId, year: THIS_YEAR - 1 })
  await db
    .updateTable('assessments')
    .set({ user_id: null, owner_id: owner.id, family_id: contentSetId })
    .where('id', '=', certified.assessment)
    .execute()
  const other = await aTenant(db)
  const stranger = await aUser(db, { tenant: other })
  const elsewhere = await aContentSet(db, { tenant: other })
  const foreign = await aSharedAssessment(db, { owner: stranger, contentSetId: elsewhere })
  const auditor = await anAuditor(db, tenant)

  await enter(page, auditor, '/admin/shared-assessments')
  await expect(page.getByRole('rowheader')).toHaveText(['Good care', 'Good care'])
  await expect(page.getByRole('button', { name: 'New shared assessment' })).toBeHidden()
  const row = page.getByRole('row', { name: `${THIS_YEAR} ` })
  await row.getByText('2 members').click()
  await expect(row.getByText('Cleo Helper')).toBeVisible()
  await expect(page.getByRole('row', { name: /Certified/ })).toContainText('Until')
  await expectGoodLooks(page, 'shared-list')
  await page.getByRole('button', { name: 'Year' }).click()
  await page.getByRole('menuitemcheckbox', { name: String(THIS_YEAR) }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await page.getByRole('link', { name: 'Good care' }).click()
  await expect(page.getByText('Seen Together')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveText(['Ben Helper', 'Cleo Helper'])
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expectGoodLooks(page, 'shared-read')
  await go(page, `/admin/shared-assessments/${certified.assessment}`)
  const certificate = page.getByRole('region', { name: 'Certificate' })
  await expect(certificate.getByRole('definition').last()).toHaveText(/^Until /)
  await expectGoodLooks(page, 'shared-certified')
  await go(page, `/admin/shared-assessments/${foreign}`)
  await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
})
