import { randomInt } from 'node:crypto'
import { aConnection, aSession, aTenant, aUser } from 'api/testing/factories'
import { aGod, enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a god-admin who leads a connection to other users reads what ends, and may keep the sessions', async ({
  page,
  db,
}) => {
  const name = `Works ${randomInt(1e9)}`
  const [tenant, works] = [await aTenant(db), await aTenant(db, { name })]
  const id = await aConnection(db, tenant, { domain: 'lead.example' })
  const user = await aUser(db, { tenant })
  const session = await aSession(db, user, { method: 'sso' })
  await db.updateTable('sessions').set({ connection_id: id }).where('id', '=', session).execute()
  const isLive = async () =>
    (
      await db
        .selectFrom('sessions')
        .select('revoked_at')
        .where('id', '=', session)
        .executeTakeFirstOrThrow()
    ).revoked_at === null
  await enter(page, await aGod(db), `/admin/applications/${tenant.id}`)
  const form = page.getByRole('form', { name: 'Edit lead.example' })
  const people = form.getByRole('combobox', { name: 'Users’ organisation' })
  const save = form.getByRole('button', { name: 'Save connection' })
  const dialog = page.getByRole('alertdialog', { name: 'Change whose users sign in?' })
  const out = dialog.getByRole('checkbox', { name: 'Sign out everyone who signed in' })
  const edit = async () => {
    await page.getByRole('button', { name: 'Actions for lead.example' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
  }

  await edit()
  await form.getByRole('textbox', { name: 'Name' }).fill('Lead')
  await people.selectOption(name)
  await save.click()
  await expect(dialog).toContainText('can no longer use it, and their links are removed')
  await expect(dialog).toContainText('they can use their password again')
  await expect(out).toBeChecked()
  await expectGoodLooks(page, 'organisation-connection-people')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(people).toHaveValue(String(works.id))
  await expect(save).toBeFocused()
  await save.click()
  await out.uncheck()
  await dialog.getByRole('button', { name: 'Change users' }).click()
  await expect(page.getByText('Connection saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Signs in users from another organisation')).toBeVisible()
  expect(await isLive(), 'kept').toBe(true)

  await edit()
  await form.getByRole('textbox', { name: 'Name' }).fill('Leading')
  await save.click()
  await expect(dialog, 'the users stay the same').toBeHidden()
  await expect(form).toBeHidden()
  await edit()
  await people.selectOption('This organisation')
  await save.click()
  await dialog.getByRole('button', { name: 'Change users' }).click()
  await expect(page.getByText('Signs in users from another organisation')).toBeHidden()
})
