import { THIS_YEAR, aReport, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { callAs } from './call-as.ts'
import { aGod, aNewcomer, addressOf, demoPerson, enter, expect, go, test } from './fixtures.ts'
import { expectLeavingAsks } from './leaving.ts'
import { expectGoodLooks } from './looks.ts'
import { northfieldSet } from './organisations.ts'
import { expectPendingUntilNextPage } from './pending.ts'
import { bothOn, takeTheirs } from './two-versions.ts'

const ADMIN = demoPerson('northfield', 'northfield.admin')
const PLATFORM = demoPerson('admin', 'platform.admin')
const NOT_FOUND = 'Oops! Page Not Found'

const pathOf = ({ id }: { id: number }, part = '') => `/admin/users/${id}${part}`

test('a company admin adds and edits users, and chooses a version after a conflict', async ({
  page,
  db,
}) => {
  const taken = await aNewcomer(db)
  const email = page.getByRole('textbox', { name: 'Email' })
  const name = page.getByRole('textbox', { name: 'Name' })
  const add = page.getByRole('button', { name: 'Add user' })
  await enter(page, ADMIN, '/admin/users/create')
  await name.fill('Before')
  await email.fill(taken.email)
  await add.click()
  await expect(page.getByText('has this address')).toBeVisible()
  await expect(email).toBeFocused()
  await name.pressSequentially('!')
  await expect(name, 'the focus stays, whatever is at fault').toBeFocused()
  await expectLeavingAsks(page, 'the new user')
  await expectGoodLooks(page, 'admin-user-create')
  await email.fill(`new.${taken.email}`)
  await expectPendingUntilNextPage(page, () => add.click(), /\/api\/users\/\d+$/)
  const sent = page.getByText(`We emailed new.${taken.email} a link to set a password.`, {
    exact: true,
  })
  await expect(sent).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit user')
  const noMethod = page.getByText(
    'No sign-in method. The user has no password and no linked provider.',
  )
  await expect(noMethod).toBeVisible()

  await go(page, new URL(page.url()).pathname.replace('/main-details', ''))
  await expect(page).toHaveURL(/\/admin\/users\/\d+\/main-details$/)
  await expect(page).toHaveTitle(/Edit user/)
  const save = page.getByRole('button', { name: 'Save changes' })
  const gate = Promise.withResolvers<void>()
  await page.route(/\/api\/users\/\d+/, async (route) => {
    if (route.request().method() !== 'GET') await gate.promise
    await route.continue()
  })
  await name.fill('Aft')
  await page.getByRole('radio', { name: 'Admin' }).click()
  await expect(page.getByText('2 unsaved changes')).toBeVisible()
  await expectLeavingAsks(page, 'this user')
  await save.click()
  await name.fill('After')
  gate.resolve()
  await expect(page.getByText('Changes saved', { exact: true })).toBeVisible()
  await expect(name, 'text typed while saving stays').toHaveValue('After')
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await save.click()
  await expect(save).toBeHidden()
  await expect(page.getByRole('main').getByText('After')).toBeVisible()
  const deactivate = page.getByRole('button', { name: 'Deactivate' })
  await deactivate.click()
  await expect(page.getByText('After deactivated', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(deactivate).toBeVisible()
  // The form follows what was changed beside it.
  await name.fill('Afterwards')
  await save.click()
  await expect(save).toBeHidden()
  await page.reload()
  await expect(name).toHaveValue('Afterwards')
  await expect(page.getByRole('radio', { name: 'Admin' })).toBeChecked()

  const other = await aNewcomer(db, { name: 'Before' })
  const [mine, theirs] = [`mine.${other.email}`, `theirs.${other.email}`]
  const both = bothOn(page)
  await page.unrouteAll()
  await go(page, pathOf(other))
  await name.fill('Mine')
  await email.fill(mine)
  await db
    .updateTable('users')
    .set({ name: 'Theirs', email: theirs, roles: ['admin'], version: 2 })
    .where('id', '=', other.id)
    .execute()
  await save.click()
  await expect(both).toContainText('The form now includes these changes: Role (Admin).')
  await expect(both.getByRole('listitem')).toHaveCount(2)
  await save.click()
  await expect(page.getByText('2 fields need attention.')).toBeVisible()
  await takeTheirs(page, email, { label: 'Email', mine, theirs })
  await both.getByRole('button', { name: 'Keep your version: Name' }).click()
  await save.click()
  await expect(both).toBeHidden()
  await page.reload()
  await expect(name).toHaveValue('Mine')
  await expect(email).toHaveValue(theirs)
  await expect(page.getByRole('radio', { name: 'Admin' })).toBeChecked()
})

test('a god-admin unlocks a user, moves them to another organisation and removes them', async ({
  page,
  db,
}) => {
  const from = await aTenant(db)
  const into = `Zz ${from.domain}`
  await aTenant(db, { name: into })
  const user = await aUser(db, { tenant: from, name: 'Mover' })
  const god = await aGod(db)
  await page.goto(addressOf(from.host, '/login'))
  const body = { email: user.email, password: 'wrong' }
  for (let time = 0; time < 10; time += 1)
    await callAs(page, { method: 'POST', path: '/login', body }, 401)
  await enter(page, god, pathOf(user))
  await expect(page.getByText(/^Locked until .+, after too many wrong passwords/)).toBeVisible()
  await expectGoodLooks(page, 'admin-user-locked')
  const unlock = page.getByRole('button', { name: 'Unlock' })
  await unlock.press('Enter')
  await expect(page.getByText('User unlocked', { exact: true })).toBeVisible()
  await expect(unlock).toBeHidden()
  await expect(page.getByText('Locked until')).toBeHidden()
  await page.getByRole('button', { name: 'Move to another organisation' }).click()
  await page.getByRole('combobox', { name: 'Organisation' }).selectOption(into)
  await expect(page.getByText('The user is signed out everywhere.')).toBeVisible()
  await expectGoodLooks(page, 'admin-user-move')
  await page.getByRole('button', { name: 'Move user' }).click()
  await expect(page.getByText(`Mover moved to ${into}`, { exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(pathOf(user)))
  await page.getByRole('textbox', { name: 'Name' }).fill('Not to be saved')
  // The notice is in front of the button.
  await page.getByRole('button', { name: 'Remove user' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('has no assessments or reports')
  await question.getByRole('button', { name: 'Remove user' }).click()
  await expect(page).toHaveURL(addressOf(god.host, '/admin/users'))
  await go(page, pathOf(user))
  await expect(page.getByText(NOT_FOUND)).toBeVisible()
})

test('an admin reads a user’s results and reports by year', async ({ page, db }) => {
  const user = await aNewcomer(db, { name: 'Told Person' })
  const year = THIS_YEAR - 1
  const none = page.getByText('There are no assessments for this user yet.')
  await enter(page, ADMIN, pathOf(user, '/assessment'))
  await expect(page.getByRole('heading', { name: 'User results' })).toBeVisible()
  await expect(none).toBeVisible()
  const contentSetId = await northfieldSet(db)
  const results = new RegExp(`/assessment/${contentSetId}\\?year=${year}$`)
  await go(page, pathOf(user, `/assessment/${contentSetId}`))
  await expect(none).toBeVisible()
  await aReport(db, user, await anAssessment(db, { user, contentSetId, year }))
  await go(page, pathOf(user, '/assessment'))
  await expect(page.getByRole('cell', { name: 'Completed' })).toBeVisible()
  await expectGoodLooks(page, 'admin-user-assessments')
  await page.getByRole('rowheader').getByRole('link').click()
  await expect(page).toHaveURL(results)
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('answered')
  await expectGoodLooks(page, 'admin-user-results')
  await page.getByRole('combobox', { name: 'Year' }).selectOption(String(year))
  for (const part of ['/certifications', '/certifications/7']) {
    await go(page, pathOf(user, part))
    await expect(page.getByRole('heading', { name: 'Certifications' })).toBeVisible()
    await expect(page.getByText('There are no certifications for this user yet.')).toBeVisible()
  }
  await expectGoodLooks(page, 'admin-user-certifications')

  await enter(page, PLATFORM, pathOf(user, `/assessment/${contentSetId}?year=${year}`))
  await page.getByRole('list', { name: 'Reports' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/report/i)
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeHidden()
  await page.getByRole('button', { name: 'View as table' }).click()
  await expect(page).toHaveURL(/profile=table/)
  await page.getByRole('link', { name: 'Told Person' }).click()
  await expect(page).toHaveURL(results)
})
