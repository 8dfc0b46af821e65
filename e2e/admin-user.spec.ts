import { THIS_YEAR, aReport, aTenant, aUser, anAssessment, theTenant } from 'api/testing/factories'
import { addressOf, demoPerson, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { northfieldSet } from './organisations.ts'

const ADMIN = demoPerson('northfield', 'northfield.admin')

const pathOf = ({ id }: { id: number }, part = '') => `/admin/users/${id}${part}`

test('a company admin edits, deactivates and reactivates somebody', async ({ page, db }) => {
  const user = await aUser(db, { tenant: await theTenant(db, 'northfield'), name: 'Before' })
  await enter(page, ADMIN, pathOf(user))
  await expect(page).toHaveURL(new RegExp(`${pathOf(user, '/main-details')}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit user')
  await expect(page).toHaveTitle(/Edit user/)
  await page.getByRole('textbox', { name: 'Name' }).fill('After')
  await page.getByRole('radio', { name: 'Admin' }).click()
  await expect(page.getByText('2 changes not saved')).toBeVisible()
  await page.getByRole('link', { name: 'Certifications' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden()
  await expect(page.getByRole('main').getByText('After')).toBeVisible()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('After deactivated', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('After')
  await expect(page.getByRole('radio', { name: 'Admin' })).toBeChecked()
})

test('of two who save the same user the second sees both and chooses', async ({ page, as, db }) => {
  const user = await aUser(db, { tenant: await theTenant(db, 'northfield'), name: 'Before' })
  await enter(page, ADMIN, pathOf(user))
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Before')
  const other = await as(demoPerson('admin', 'platform.admin'), pathOf(user))
  await other.getByRole('textbox', { name: 'Name' }).fill('Theirs')
  await other.getByRole('textbox', { name: 'Email' }).fill(`theirs.${user.email}`)
  await other.keyboard.press('Control+s')
  await expect(other.getByText('Changes saved', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const both = page.getByRole('alert', { name: 'Two versions' })
  await expect(both).toContainText(`Taken over from them: Email, theirs.${user.email}.`)
  await expect(both.getByRole('listitem')).toContainText(/Name.*Mine.*Theirs/)
  await expectGoodLooks(page, 'admin-user-two-versions')
  await both.getByRole('button', { name: 'Keep yours: Name' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(both).toBeHidden()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(`theirs.${user.email}`)
})

test('a god-admin moves somebody to another organisation and removes them', async ({
  page,
  db,
}) => {
  const from = await aTenant(db)
  await aTenant(db, { name: `Zz ${from.domain}` })
  const user = await aUser(db, { tenant: from, name: 'Mover' })
  const god = await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['god-admin'] })
  await enter(page, god, pathOf(user))
  await page.getByRole('button', { name: 'Move to another organisation' }).click()
  await page.getByRole('combobox', { name: 'Organisation' }).selectOption(`Zz ${from.domain}`)
  await expect(page.getByText('Every session ends.')).toBeVisible()
  await expectGoodLooks(page, 'admin-user-move')
  await page.getByRole('button', { name: 'Move user' }).click()
  const told = page.getByText(`Mover moved to Zz ${from.domain}`, { exact: true })
  await expect(told).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(pathOf(user)))
  await page.getByRole('textbox', { name: 'Name' }).fill('Not to be saved')
  await page.getByRole('button', { name: 'Remove user' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('no assessments and no reports to keep')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove user' }).click()
  await expect(page).toHaveURL(addressOf(god.host, '/admin/users'))
  await go(page, pathOf(user))
  await expect(page.getByText('Oops! Page Not Found')).toBeVisible()
})

test('the results of a user are shown for each year, with their reports', async ({ page, db }) => {
  await test.step('the results of a user are shown for each year, and what there is not is said', async () => {
    const user = await aUser(db, { tenant: await theTenant(db, 'northfield') })
    await enter(page, ADMIN, pathOf(user, '/assessment'))
    await expect(page.getByRole('heading', { name: 'User results' })).toBeVisible()
    await expect(page.getByText('There are no assessments for this user yet.')).toBeVisible()
    const contentSetId = await northfieldSet(db)
    await go(page, pathOf(user, `/assessment/${contentSetId}`))
    await expect(page.getByText('There are no assessments for this user yet.')).toBeVisible()
    await anAssessment(db, { user, contentSetId, year: THIS_YEAR - 1 })
    await go(page, pathOf(user, '/assessment'))
    await expect(page.getByRole('cell', { name: 'Completed' })).toBeVisible()
    await expectGoodLooks(page, 'admin-user-assessments')
    await page.getByRole('rowheader').getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/assessment/${contentSetId}\\?year=${THIS_YEAR - 1}$`))
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('answered')
    await expectGoodLooks(page, 'admin-user-results')
    await page.getByRole('combobox', { name: 'Year' }).selectOption(String(THIS_YEAR - 1))
    for (const part of ['/certifications', '/certifications/7']) {
      await go(page, pathOf(user, part))
      await expect(page.getByRole('heading', { name: 'Certifications' })).toBeVisible()
      await expect(page.getByText('There are no certifications for this user yet.')).toBeVisible()
    }
    await expectGoodLooks(page, 'admin-user-certifications')
  })

  await test.step('an admin reads a report of a user, and finds the way back', async () => {
    const user = await aUser(db, { tenant: await theTenant(db, 'northfield'), name: 'Told Person' })
    const contentSetId = await northfieldSet(db)
    const assessment = await anAssessment(db, { user, contentSetId, year: THIS_YEAR - 1 })
    await aReport(db, user, assessment)
    const results = pathOf(user, `/assessment/${contentSetId}?year=${THIS_YEAR - 1}`)
    await enter(page, demoPerson('admin', 'platform.admin'), results)
    await page.getByRole('list', { name: 'Reports' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/report/i)
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download PDF' })).toHaveCount(0)
    await expectGoodLooks(page, 'admin-user-report')
    await page.getByRole('button', { name: 'View as table' }).click()
    await expect(page).toHaveURL(/profile=table/)
    await page.getByRole('link', { name: 'Told Person' }).click()
    await expect(page).toHaveURL(new RegExp(`/assessment/${contentSetId}\\?year=${THIS_YEAR - 1}$`))
  })
})

test('an auditor reads and has no buttons to write; people out of view are not found', async ({
  page,
  db,
}) => {
  const northfield = await theTenant(db, 'northfield')
  const user = await aUser(db, { tenant: northfield, name: 'Read Only' })
  const stranger = await aUser(db, { tenant: await aTenant(db) })
  await enter(page, demoPerson('admin', 'assurance.auditor'), pathOf(user))
  await expect(page.getByRole('definition').filter({ hasText: 'Read Only' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await expectGoodLooks(page, 'admin-user-auditor')
  for (const path of [pathOf(stranger), pathOf({ id: 999_999_999 }), '/admin/users/nobody']) {
    await go(page, path)
    await expect(page.getByText('Oops! Page Not Found')).toBeVisible()
  }
  await go(page, '/admin/users/create')
  await expect(page.getByText('Oops! Page Not Found')).toBeVisible()
  await enter(page, ADMIN, pathOf(stranger))
  await expect(page.getByText('Oops! Page Not Found')).toBeVisible()
})

test('a company admin adds somebody, who gets a mail', async ({ page, db }) => {
  const taken = await aUser(db, { tenant: await theTenant(db, 'northfield') })
  await enter(page, ADMIN, '/admin/users/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('New Person')
  await page.getByRole('textbox', { name: 'Email' }).fill(taken.email)
  await page.getByRole('button', { name: 'Add user' }).click()
  await expect(page.getByText('already uses this address')).toBeVisible()
  await expectGoodLooks(page, 'admin-user-create')
  await page.getByRole('textbox', { name: 'Email' }).fill(`new.${taken.email}`)
  await page.getByRole('button', { name: 'Add user' }).click()
  const told = page.getByText(`A link was mailed to new.${taken.email}`, { exact: true })
  await expect(told).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit user')
  await expect(page.getByText('Nothing yet: no password was chosen')).toBeVisible()
})
