import { aTenant, aUser } from 'api/testing/factories'
import { type Person, aGod, anAdmin, enter, expect, go, signIn, signOut, test } from './fixtures.ts'
import { expectLeavingAsks } from './leaving.ts'
import { takeTheirs } from './two-versions.ts'

test('a half-typed form waits on this device for its user and its record alone', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const [first, other] = [`First ${tenant.domain}`, `Other ${tenant.domain}`]
  for (const name of [first, other]) await aUser(db, { tenant, name })
  const [ada, ben] = [await aGod(db), await aGod(db)]
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const unsaved = page.getByText('1 unsaved change')
  const heading = page.getByRole('heading', { level: 1 })
  const open = async (person: string) => {
    await expect(page.getByRole('navigation', { name: 'Admin area' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find anything' }).fill(person)
    await page.getByRole('option', { name: person }).click()
    await expect(heading).toHaveText('Edit user')
  }
  const end = ({ id }: { id: number }) =>
    db.deleteFrom('sessions').where('user_id', '=', id).execute()
  // The page before also has a field for an email address.
  const signInNext = async ({ email }: Person) => {
    await expect(heading).toHaveText('Sign in')
    await signIn(page, email)
  }
  await enter(page, ada, '/admin')
  await open(first)
  await name.fill('Half typed')
  await end(ada)
  await page.keyboard.press('Control+s')
  await signInNext(ben)
  await expect(name).toHaveValue(first)
  await expect(unsaved).toBeHidden()

  await signOut(page)
  await signInNext(ada)
  await open(other)
  await expect(name).toHaveValue(other)
  await expect(unsaved).toBeHidden()
  await open(first)
  await expect(name).toHaveValue('Half typed')
  await expect(unsaved).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await open(other)
  await expect(name).toHaveValue(other)
  await open(first)
  await expect(name, 'restored once').toHaveValue(first)

  const invite = page.getByRole('button', { name: 'Invite users' })
  const emails = page.getByRole('textbox', { name: 'Email addresses' })
  const invited = page.getByRole('button', { name: 'Remove invited@example.org' })
  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await invite.click()
  await emails.fill('invited@example.org')
  await end(ada)
  await emails.press('Enter')
  await signInNext(ben)
  await invite.click()
  await expect(emails).toBeVisible()
  await expect(invited).toBeHidden()
  await page.keyboard.press('Escape')
  await signOut(page)
  await signInNext(ada)
  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await invite.click()
  await expect(invited).toBeVisible()
})

test('unsaved changes to the own account are not lost', async ({ page, db }) => {
  const admin = await anAdmin(db)
  await enter(page, admin, '/admin/account/general')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Mine')
  await expectLeavingAsks(page, 'your profile')
  await db.updateTable('users').set({ name: 'Theirs' }).where('id', '=', admin.id).execute()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await takeTheirs(page, name, { label: 'Name', mine: 'Mine', theirs: 'Theirs' })
  await page.getByLabel('New email').fill('half typed')
  await expectLeavingAsks(page, 'your email')
  await go(page, '/admin/account/security')
  await page.getByLabel('Current password').fill('half typed')
  await expectLeavingAsks(page, 'your password')
})
