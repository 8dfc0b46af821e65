import { aContentSet } from 'api/testing/factories'
import {
  anAuthor,
  expectSaved,
  headOf,
  openNewDraft,
  openNextVersion,
  SAVES,
  tree,
} from './builder.ts'
import { addressOf, expect, test } from './fixtures.ts'
import { loseSaves, loseWrites } from './leaving.ts'

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

test('leaving is asked about without a connection, too, and staying keeps the words', async ({
  page,
  db,
  context,
}) => {
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

test('what was never opened is not removed without a connection, and that is told', async ({
  page,
  db,
  context,
}) => {
  const { author, tenant } = await anAuthor(db)
  await openNextVersion(page, author, await aContentSet(db, { tenant }))
  const elements = tree(page).getByRole('treeitem')
  const count = await elements.count()
  await context.setOffline(true)
  // The page that has just come takes the focus to its head.
  await expect(async () => {
    await tree(page).focus()
    await page.keyboard.press('End')
    const last = await elements.last().getAttribute('id')
    expect(await tree(page).getAttribute('aria-activedescendant')).toBe(last)
  }).toPass()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Nothing was removed').first()).toBeVisible()
  await expect(elements).toHaveCount(count)
  await context.setOffline(false)
  await page.keyboard.press('Delete')
  await expect(elements).toHaveCount(count - 1)
})

test('what the edge refuses for a while is saved by itself, and until then one alert stands', async ({
  page,
  db,
}) => {
  const { author } = await anAuthor(db)
  const path = await openNewDraft(page, author, 'Overloaded')
  const times: number[] = []
  let status = 500
  await page.route(SAVES, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    times.push(Date.now())
    await route.fulfill({ status, contentType: 'text/html', body: '<h1>Down</h1>' })
  })
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('Patient.')
  const alert = page.getByRole('alert').filter({ hasText: 'Not saved' })
  await expect(alert).toContainText('It is tried again by itself.')
  // Every part of it that comes or goes from now on is counted.
  await page.evaluate(`{
    window.flickers = 0
    const line = document.querySelector('header [role=alert]').parentElement
    const watch = new MutationObserver(() => { window.flickers += 1 })
    watch.observe(line, { childList: true, characterData: true, subtree: true })
  }`)
  await expect.poll(() => times.length, { timeout: 20_000 }).toBeGreaterThan(2)
  // Typing does not ask more often of whoever is busy.
  await description.pressSequentially(' Still.', { delay: 100 })
  await expect.poll(() => times.length, { timeout: 20_000 }).toBeGreaterThan(3)
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  expect(pauses[2]).toBeGreaterThan(3500)
  expect(await page.evaluate('window.flickers')).toBe(0)

  // Away altogether: nobody need wait for the next try.
  status = 503
  await alert.getByRole('button', { name: 'Try again' }).click()
  const offline = page.getByRole('status').filter({ hasText: 'Offline. Changes are kept' })
  await expect(offline).toBeVisible()
  await page.unroute(SAVES)
  await expectSaved(page)
  expect((await headOf(page, path)).description).toBe('Patient. Still.')
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
