import { aUser } from 'api/testing/factories'
import { anAuthor, expectSaved, headOf, openNewDraft, SAVES } from './builder.ts'
import { enter, expect, go, signIn, signOut, test } from './fixtures.ts'
import { loseSaves } from './leaving.ts'

const BROUGHT_BACK = 'Changes that were not saved have been brought back'

test('what was typed is brought back after a reload, and what was discarded is not', async ({
  page,
  db,
}) => {
  await test.step('what was typed right before a reload is brought back, and saved', async () => {
    const { author } = await anAuthor(db)
    await openNewDraft(page, author, 'Reloaded')
    await loseSaves(page)
    const description = page.getByRole('textbox', { name: 'Description' })
    await description.pressSequentially('Written in the last moment.')
    await page.reload()
    await expect(page.getByText(BROUGHT_BACK).first()).toBeVisible()
    await expect(description).toHaveValue('Written in the last moment.')
    await expectSaved(page)
    await page.reload()
    await expect(description).toHaveValue('Written in the last moment.')
    await expect(page.getByText(BROUGHT_BACK)).toHaveCount(0)
  })

  await test.step('changes that are discarded do not come back', async () => {
    const { author } = await anAuthor(db)
    const path = await openNewDraft(page, author, 'Discarded')
    await page.route(SAVES, (route) => route.abort())
    const description = page.getByRole('textbox', { name: 'Description' })
    await description.fill('Not this.')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).not.toHaveURL(new RegExp(path))
    await page.unroute(SAVES)
    await go(page, path)
    await expect(description).toHaveValue('')
  })
})

test('what another author saved meanwhile is merged with what is brought back', async ({
  page,
  as,
  db,
}) => {
  const { author, tenant } = await anAuthor(db)
  const grace = await aUser(db, { tenant, roles: ['admin'], name: 'Grace Writer' })
  const path = await openNewDraft(page, author, 'Both')
  await page.route(SAVES, (route) => route.abort())
  await page.getByRole('textbox', { name: 'Description' }).fill('Mine.')
  await page.getByRole('textbox', { name: 'Licence' }).fill('CC0')
  const other = await as(grace, path)
  await other.getByRole('textbox', { name: 'Description' }).fill('Hers.')
  await other.getByRole('textbox', { name: 'Source' }).fill('A handbook')
  await expectSaved(other)
  await page.unroute(SAVES)
  await page.reload()
  const clash = page.getByRole('alert', { name: 'Two versions' })
  await expect(clash).toContainText('Hers.')
  await expect(page.getByRole('textbox', { name: 'Source' })).toHaveValue('A handbook')
  await expect(page.getByRole('textbox', { name: 'Licence' })).toHaveValue('CC0')
  // Undecided, it is still undecided after another reload.
  await page.reload()
  await clash.getByRole('button', { name: /^Keep yours/ }).click()
  await expectSaved(page)
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Mine.')
})

test('words that are not saved are nobody else’s, and gone after signing out', async ({
  page,
  db,
}) => {
  const { author, tenant } = await anAuthor(db)
  const second = await aUser(db, { tenant, roles: ['admin'], name: 'Second Author' })
  const path = await openNewDraft(page, author, 'Private')
  const description = page.getByRole('textbox', { name: 'Description' })
  await page.route(SAVES, (route) => route.abort())
  await description.fill('For my eyes only.')
  await expect(page.getByText('Offline. Changes are kept on this device')).toBeVisible()

  // The session ends by itself: the words wait for their author alone.
  await page.evaluate(`localStorage.removeItem('pat-app__at__')`)
  await enter(page, second, path)
  await expect(description).toHaveValue('')
  await expect(page.getByText(BROUGHT_BACK)).toHaveCount(0)
  await enter(page, author, path)
  await expect(description).toHaveValue('For my eyes only.')

  await signOut(page)
  const asked = page.getByRole('alertdialog', { name: 'Your last changes are not saved yet' })
  await asked.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(description).toHaveValue('For my eyes only.')
  // As of a window that closed before the database had it.
  await page.evaluate(`localStorage.setItem('waymark-drafts ${author.id} closed', '{}')`)
  await signOut(page)
  await asked.getByRole('button', { name: 'Sign out without saving' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate('Object.keys(localStorage).join()')).not.toContain('waymark-drafts')
  expect(await page.evaluate('indexedDB.databases()')).not.toContainEqual(
    expect.objectContaining({ name: `waymark-drafts ${author.id}` }),
  )
  await page.unroute(SAVES)
  await signIn(page, author.email)
  await expect(page).not.toHaveURL(/\/login/)
  await go(page, path)
  await expect(description).toHaveValue('')
})

test('a text that is too long stays as typed, is named, and keeps nothing else from being saved', async ({
  page,
  db,
}) => {
  const { author } = await anAuthor(db)
  const path = await openNewDraft(page, author, 'Long')
  await page.getByRole('textbox', { name: 'Source' }).fill('x'.repeat(623))
  await page.getByRole('textbox', { name: 'Description' }).fill('Saved all the same.')
  const told = 'Use at most 500 characters: 123 too many'
  await expect(page.getByText('Saved all but one field')).toBeVisible()
  await expect(page.getByText(told)).toHaveCount(2)
  await expect.poll(async () => (await headOf(page, path)).description).toBe('Saved all the same.')
  expect((await headOf(page, path)).source).toBe('')
  // What cannot be stored is not left out of an edition in silence.
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const missing = page.getByRole('dialog', { name: 'To fix before publishing' })
  await missing.getByRole('button', { name: `About this set, source ${told}` }).click()
  const source = page.getByRole('textbox', { name: 'Source' })
  await expect(source).toBeFocused()
  await page.reload()
  await expect(source).toHaveValue('x'.repeat(623))
  await page.getByRole('button', { name: 'About this set, source' }).click()
  await expect(source).toBeFocused()
  await expect(source).toHaveAccessibleDescription(told)
  await source.fill('x'.repeat(500))
  await expectSaved(page)
  expect((await headOf(page, path)).source).toHaveLength(500)
})
