import { aContentSet, aUser } from 'api/testing/factories'
import { anAuthor, expectSaved, openNewDraft, send } from './builder.ts'
import { enter, expect, test } from './fixtures.ts'

test('what two authors change at different places is merged; the same field is shown in both versions', async ({
  page,
  browser,
  db,
}) => {
  const { author, tenant } = await anAuthor(db, 'Ada Author')
  const grace = await aUser(db, { tenant, roles: ['admin'], name: 'Grace Writer' })
  const path = await openNewDraft(page, author, 'Together')
  await page.getByRole('button', { name: 'Add element' }).first().click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Suppliers')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^No or yes/ }).click()
  await page.getByRole('textbox', { name: 'Statement' }).fill('We know our suppliers.')
  await expectSaved(page)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  const here = new URL(page.url())
  await enter(other, grace, path + here.search + here.hash)
  await expect(other.getByRole('textbox', { name: 'Statement' })).toHaveValue(
    'We know our suppliers.',
  )

  // Different places: both stay.
  await other.getByRole('textbox', { name: 'Weight' }).fill('3')
  await expectSaved(other)
  await page.getByRole('textbox', { name: 'Name of response 1' }).fill('Not at all')
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('3')
  await expect(page.getByText('Grace Writer’s changes are in').first()).toBeVisible()
  await expectSaved(page)

  // The same place: the second sees both.
  await other.getByRole('textbox', { name: 'Statement' }).fill('We know every supplier.')
  await other.getByRole('textbox', { name: 'Name of response 2' }).fill('All of them')
  const panel = other.getByRole('alert', { name: 'Two versions' })
  await expect(panel.or(other.getByText(/^Saved/)).first()).toBeVisible()
  await expectSaved(other)
  await page.getByRole('textbox', { name: 'Statement' }).fill('We know the suppliers that matter.')
  const clash = page.getByRole('alert', { name: 'Two versions' })
  await expect(clash).toContainText('Grace Writer changed the same')
  await expect(clash).toContainText('We know every supplier.')
  await expect(page.getByText('Waiting for your choice')).toBeVisible()
  // What does not clash is there already.
  await expect(page.getByRole('textbox', { name: 'Name of response 2' })).toHaveValue('All of them')
  await clash.getByRole('button', { name: /^Use theirs/ }).click()
  await expect(clash).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Statement' })).toHaveValue(
    'We know every supplier.',
  )
  await expectSaved(page)
  await elsewhere.close()
})

test('what another author saves appears by itself, and says whose it is', async ({
  page,
  browser,
  db,
}) => {
  const { author, tenant } = await anAuthor(db, 'Ada Author')
  const grace = await aUser(db, { tenant, roles: ['admin'], name: 'Grace Writer' })
  const path = await openNewDraft(page, author, 'Watched')
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await enter(other, grace, path)
  await other.getByRole('textbox', { name: 'Description' }).fill('By Grace.')
  await expectSaved(other)
  // On coming back at once, else within a quarter of a minute.
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('By Grace.')
  await expect(page.getByText(/^Saved \d\d:\d\d by Grace Writer$/)).toBeVisible()
  await expect(page.getByText('Grace Writer is editing this draft, too').first()).toBeVisible()
  await other.getByRole('textbox', { name: 'Licence' }).fill('CC0')
  await expectSaved(other)
  await expect(page.getByRole('textbox', { name: 'Licence' })).toHaveValue('CC0', {
    timeout: 20_000,
  })
  // One's own next save is one's own again, and adding an element is nobody else's work.
  await page.getByRole('textbox', { name: 'Source' }).fill('Mine')
  await expectSaved(page)
  await page.getByRole('button', { name: 'Add element' }).first().click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Suppliers')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Add the first statement' })).toBeVisible()
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
  await expectSaved(page)
  await elsewhere.close()
})

test('what is typed after somebody has published the draft stays in sight, is asked for once, and said not to be saved', async ({
  page,
  db,
}) => {
  const { author, tenant } = await anAuthor(db)
  const published = await aContentSet(db, { tenant })
  await enter(page, author, `/admin/content-sets/${published}`)
  await page.getByRole('button', { name: 'Make a new version' }).click()
  await expect(page.getByText('started from version 1')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('Saved before.')
  await expectSaved(page)
  const set = new URL(page.url()).pathname.replace('/admin', '')
  const { head_version } = await send(page, 'GET', `${set}/impact`)
  const body = { head_version, what_changed: 'Words.', is_minor: false }
  expect(await send(page, 'POST', `${set}/publication`, body)).toMatchObject({
    status: 'published',
  })

  let saves = 0
  page.on('request', (request) => (saves += request.method() === 'PUT' ? 1 : 0))
  await description.fill('Too late.')
  const told = page.getByText('Not saved. This version has been published meanwhile')
  await expect(told.first()).toBeVisible()
  await page.clock.install()
  await page.clock.runFor(10_000)
  expect(saves).toBe(1)
  await expect(description).toHaveValue('Too late.')
  await expect(page.getByText('changes are in')).toHaveCount(0)
})

test('without a connection the words stay, and are saved when it is back', async ({
  page,
  db,
  context,
}) => {
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
