import { anAuthor, expectSaved, openNewDraft } from './builder.ts'
import { addressOf, expect, test } from './fixtures.ts'
import { loseSaves, loseWrites } from './leaving.ts'

test('without a connection the words stay, leaving asks, and they are saved when it is back', async ({
  page,
  context,
  db,
}) => {
  await test.step('without a connection the words stay, and are saved when it is back', async () => {
    const { author } = await anAuthor(db)
    await openNewDraft(page, author, 'Offline')
    await context.setOffline(true)
    await page.getByRole('textbox', { name: 'Title' }).fill('Written without a line')
    await expect(page.getByText('Offline. Changes are kept on this device')).toBeVisible()
    await context.setOffline(false)
    await expectSaved(page)
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Written without a line')
  })

  await test.step('leaving is asked about without a connection, too, and staying keeps the words', async () => {
    const { author } = await anAuthor(db)
    await openNewDraft(page, author, 'Unconnected')
    const description = page.getByRole('textbox', { name: 'Description' })
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await description.fill('The first change of all.')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(description).toHaveValue('The first change of all.')
    await context.setOffline(false)
    await expectSaved(page)
  })
})

test('what was typed right before a window closed is there in the next, though the browser dropped what was being written', async ({
  page,
  db,
}) => {
  const { author } = await anAuthor(db)
  const path = await openNewDraft(page, author, 'Dropped')
  await loseSaves(page)
  const description = page.getByRole('textbox', { name: 'Description' })
  await expect(description).toHaveValue('')
  await loseWrites(page)
  await description.pressSequentially('Written in the last moment.')
  const next = await page.context().newPage()
  await page.goto('about:blank')
  await next.goto(addressOf(author.host, path))
  await expect(
    next.getByText('Changes that were not saved have been brought back').first(),
  ).toBeVisible()
  await expect(next.getByRole('textbox', { name: 'Description' })).toHaveValue(
    'Written in the last moment.',
  )
  await expectSaved(next)
  expect(await next.evaluate('Object.keys(localStorage).join()')).not.toContain('waymark-drafts')
})
