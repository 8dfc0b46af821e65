import type { Page } from '@playwright/test'
import { aContentSet, aUser } from 'api/testing/factories'
import { anAuthor, expectSaved, openNewDraft, openNextVersion, send } from './builder.ts'
import { enter, expect, go, test } from './fixtures.ts'

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

test('in two tabs of one author the other version is one’s own, and named so', async ({
  page,
  db,
}) => {
  const { author } = await anAuthor(db, 'Ada Author')
  const path = await openNewDraft(page, author, 'Twice open')
  const other = await page.context().newPage()
  await other.goto(new URL(path, page.url()).href)
  await other.getByRole('textbox', { name: 'Description' }).fill('From the other tab.')
  await expectSaved(other)
  await page.getByRole('textbox', { name: 'Description' }).fill('From this tab.')
  const clash = page.getByRole('alert', { name: 'Two versions' })
  await expect(clash).toContainText('You, in another tab, changed the same at the same time')
  await expect(clash).not.toContainText('Ada Author')
  await clash.getByRole('button', { name: /^Use the other: .*description/ }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(
    'From the other tab.',
  )
  await expectSaved(page)
})

test('the line that waits for a choice leads to it, on a phone from another part, too', async ({
  page,
  db,
}) => {
  const { author } = await anAuthor(db, 'Ada Author')
  const path = await openNewDraft(page, author, 'Out of sight')
  const other = await page.context().newPage()
  await other.goto(new URL(path, page.url()).href)
  await other.getByRole('textbox', { name: 'Description' }).fill('From the other tab.')
  await expectSaved(other)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Editor', exact: true }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('From this tab.')
  const waiting = page.getByRole('button', { name: 'Waiting for your choice' })
  await expect(waiting).toBeVisible()
  await page.getByRole('button', { name: 'Outline', exact: true }).click()
  await waiting.click()
  const clash = page.getByRole('alert', { name: 'Two versions' })
  await expect(clash.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(clash).toBeInViewport()
  await clash.getByRole('button', { name: /^Keep this: .*description/ }).click()
  await expectSaved(page)
  // So does the line that names what is not saved.
  await page.getByRole('textbox', { name: 'First year' }).fill('abc')
  await page.getByRole('button', { name: 'Outline', exact: true }).click()
  await page.getByRole('button', { name: 'About this set, first year' }).click()
  await expect(page.getByRole('textbox', { name: 'First year' })).toBeFocused()
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

test('an open draft tells that somebody else has published it, and leads to the next version', async ({
  page,
  browser,
  db,
}) => {
  const { author, tenant } = await anAuthor(db, 'Ada Author')
  const grace = await aUser(db, { tenant, roles: ['admin'], name: 'Grace Writer' })
  const path = await openNextVersion(page, author, await aContentSet(db, { tenant }))
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await enter(other, grace, path)
  await publish(other, path)
  await elsewhere.close()
  // On coming back at once, else within a quarter of a minute.
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
  const told = page.getByText('Version 2 has been published by Grace Writer')
  await expect(told.first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveAttribute('readonly')
  await expect(page.getByText('Words that were not saved')).toHaveCount(0)
  await page.getByRole('button', { name: 'Make a new version' }).click()
  await expect(page.getByText('started from version 2')).toBeVisible()
})

test('what is typed after somebody has published the draft is asked for once, and is there to be copied until it is discarded', async ({
  page,
  db,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { author, tenant } = await anAuthor(db)
  const path = await openNextVersion(page, author, await aContentSet(db, { tenant }))
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('Saved before.')
  await expectSaved(page)
  await publish(page, path)

  let saves = 0
  page.on('request', (request) => (saves += request.method() === 'PUT' ? 1 : 0))
  await description.fill('Too late.')
  const lost = page.getByText('Words that were not saved before version 2 was published')
  await expect(lost.first()).toBeVisible()
  await expect(description).toHaveValue('Saved before.')
  await expect(description).toHaveAttribute('readonly')
  expect(saves).toBe(1)
  await expect(page.getByText('changes are in')).toHaveCount(0)
  await page.reload()
  await expect(lost.first()).toBeVisible()
  // They are at hand where they are wanted.
  await page.getByRole('button', { name: 'Make a new version' }).click()
  await expect(page.getByText('started from version 2')).toBeVisible()
  await page.getByRole('button', { name: 'Show them' }).click()
  const words = page.getByRole('dialog')
  await expect(words).toContainText('Too late.')
  await words.getByRole('button', { name: 'Copy About this set, description' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Too late.')
  await words.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard 1 text' }).click()
  await expect(lost).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('started from version 2')).toBeVisible()
  await expect(lost).toHaveCount(0)
})

test('what a closed window kept for a draft that is published meanwhile is shown, not hidden', async ({
  page,
  db,
}) => {
  const { author, tenant } = await anAuthor(db)
  const published = await aContentSet(db, { tenant })
  const path = await openNextVersion(page, author, published)
  await page.getByRole('textbox', { name: 'Licence' }).fill('x'.repeat(600))
  await expect(page.getByText('Saved all but one field')).toBeVisible()
  await go(page, `/admin/content-sets/${published}/compare`)
  await publish(page, path)
  await go(page, path)
  await page.getByRole('button', { name: 'Show them' }).click()
  await expect(page.getByRole('dialog')).toContainText('x'.repeat(600))
})

test('what a closed window kept is found by a page that is busy with loading, too', async ({
  page,
  db,
}) => {
  const { author, tenant } = await anAuthor(db)
  const path = await openNextVersion(page, author, await aContentSet(db, { tenant }))
  await page.getByRole('textbox', { name: 'Licence' }).fill('x'.repeat(600))
  await expect(page.getByText('Saved all but one field')).toBeVisible()
  // Longer than a window that is gone may take to let go of what it wrote.
  await page.addInitScript(`{
    const ask = navigator.locks.request.bind(navigator.locks)
    navigator.locks.request = (...given) => {
      const answer = ask(...given)
      for (const end = performance.now() + 400; performance.now() < end; );
      return answer
    }
  }`)
  await go(page, path)
  await expect(page.getByRole('textbox', { name: 'Licence' })).toHaveValue('x'.repeat(600))
})

/** By the API, as another window would. */
async function publish(page: Page, path: string) {
  const set = path.replace('/admin', '')
  const { head_version } = await send(page, 'GET', `${set}/impact`)
  const body = { head_version, what_changed: 'Words.', is_minor: false }
  expect(await send(page, 'POST', `${set}/publication`, body)).toMatchObject({
    status: 'published',
  })
}

test('an open draft that somebody deletes says so, and keeps the words to be copied', async ({
  page,
  db,
}) => {
  const { author } = await anAuthor(db)
  const path = await openNewDraft(page, author, 'Short-lived')
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Short-lived plan')
  await expectSaved(page)
  await db
    .deleteFrom('content_sets')
    .where('id', '=', Number(path.split('/').at(-1)))
    .execute()
  await page.getByRole('textbox', { name: 'Description' }).fill('Written into nothing.')
  const told = page.getByRole('alert').filter({ hasText: 'Somebody has deleted this draft.' })
  await expect(told).toContainText('1 text')
  await page.getByRole('textbox', { name: 'Licence' }).fill('CC0')
  await expect(told).toContainText('2 texts')
  await told.getByRole('button', { name: 'Show your words' }).click()
  const words = page.getByRole('dialog')
  await expect(words.getByText('Written into nothing.')).toBeVisible()
  await expect(words.getByText('CC0')).toBeVisible()
  await page.keyboard.press('Escape')
  await told.getByRole('link', { name: 'All content sets' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/admin\/content-sets$/)
})

test('an open draft that is deleted says so though nothing is being written', async ({
  page,
  db,
}) => {
  const { author } = await anAuthor(db)
  const path = await openNewDraft(page, author, 'Short-lived')
  await db
    .deleteFrom('content_sets')
    .where('id', '=', Number(path.split('/').at(-1)))
    .execute()
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
  await expect(page.getByText('Somebody has deleted this draft.')).toBeVisible()
  await page.getByRole('link', { name: 'All content sets' }).click()
  await expect(page).toHaveURL(/\/admin\/content-sets$/)
})
