import { SAVES, expectSaved, openNewDraft, twoAuthors } from './builder.ts'
import { enter, expect, go, signIn, signOut, test } from './fixtures.ts'
import { expectLeavingAsks, loseSaves } from './leaving.ts'
import { TEXT, databases, descriptionOn, openUnsaved } from './unsaved-text.ts'

const RESTORED = 'Your unsaved changes were restored'

test('text typed offline or before a reload is restored, unless discarded', async ({
  page,
  context,
  db,
}) => {
  const { author } = await twoAuthors(db)
  const path = await openNewDraft(page, author, 'Offline')
  const description = descriptionOn(page)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await description.fill('The first change of all.')
  await expect(page.getByText('Offline. Changes are stored on this device.')).toBeVisible()
  await expectLeavingAsks(page, 'this content set')
  await expect(description).toHaveValue('The first change of all.')
  await context.setOffline(false)
  await expectSaved(page)
  await page.reload()
  await expect(description).toHaveValue('The first change of all.')

  await loseSaves(page)
  await description.fill('')
  await description.pressSequentially('Written in the last moment.')
  await page.reload()
  await expect(page.getByText(RESTORED).first()).toBeVisible()
  await expect(description).toHaveValue('Written in the last moment.')
  await expectSaved(page)
  await page.reload()
  await expect(description).toHaveValue('Written in the last moment.')

  await page.route(SAVES, (route) => route.abort())
  await description.fill('Not this.')
  await expect(page.getByText(RESTORED)).toBeHidden()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).not.toHaveURL(new RegExp(path))
  await page.unroute(SAVES)
  await go(page, path)
  await expect(description).toHaveValue('Written in the last moment.')
})

test('unsaved text is shown to its author only, and deleted on sign-out', async ({ page, db }) => {
  const { author, colleague, path } = await openUnsaved(page, db, 'Private')
  const description = descriptionOn(page)
  await page.evaluate(`localStorage.removeItem('pat-app__at__')`)
  await enter(page, colleague, path)
  await expect(description).toHaveValue('')
  await expect(page.getByText(RESTORED)).toBeHidden()
  await enter(page, author, path)
  await expect(description).toHaveValue(TEXT)

  await signOut(page)
  const question = page.getByRole('alertdialog', {
    name: 'Your last changes haven’t been saved yet',
  })
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(description).toHaveValue(TEXT)
  // A window that closed before its database write leaves this.
  await page.evaluate(`localStorage.setItem('waymark-drafts ${author.id} closed', '{}')`)
  await signOut(page)
  await question.getByRole('button', { name: 'Sign out without saving' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate('Object.keys(localStorage).join()')).not.toContain('waymark-drafts')
  expect(await databases(page)).not.toContain(`waymark-drafts ${author.id}`)
  await page.unroute(SAVES)
  await signIn(page, author.email)
  await expect(page).not.toHaveURL(/\/login/)
  await go(page, path)
  await expect(description).toHaveValue('')
})
